// SPDX-License-Identifier: GPL-2.0
/* Numbers that look random: splitmix64, by Steele, Lea and Flood. */
#include "chance.h"

/* Gives the next 32 bits. */
static uint32_t next(struct chance *chance)
{
	uint64_t bits = chance->state += 0x9e3779b97f4a7c15ull;

	bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
	bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
	return (uint32_t)((bits ^ bits >> 31) >> 32);
}

/* Gives a number from 0 up to, and without, @bound: each as often as the others. */
uint32_t chance_below(struct chance *chance, uint32_t bound)
{
	uint64_t product = (uint64_t)next(chance) * bound;

	/* So many of the 2^32 values are left over when all are dealt out: none of them counts. */
	if ((uint32_t)product < bound)
		while ((uint32_t)product < -bound % bound)
			product = (uint64_t)next(chance) * bound;
	return (uint32_t)(product >> 32);
}
