/* SPDX-License-Identifier: GPL-2.0 */
#ifndef READER_USAGE_H
#define READER_USAGE_H

extern const char usage_run[];
extern const char usage_top[];
extern const char usage_trial[];
extern const char usage_show[];
extern const char usage_save[];
extern const char usage_check[];
extern const char usage_outliers[];
extern const char usage_hist[];
extern const char usage_plot[];
extern const char usage_export[];
extern const char usage_clock[];
extern const char usage_compare[];
extern const char usage_merge[];

#endif /* READER_USAGE_H */
