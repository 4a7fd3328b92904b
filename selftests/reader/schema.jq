# SPDX-License-Identifier: GPL-2.0
# Checks a document against a JSON schema, as far as irqscope.schema.json uses that
# language; prints what is wrong, and that a word of the schema is not known here.
#   jq -r --slurpfile schema FILE -f schema.jq

def known: ["$schema", "title", "description", "$defs", "$ref", "type", "const", "enum",
	"minimum", "required", "properties", "additionalProperties", "items",
	"prefixItems", "minItems", "maxItems"];

def is($wanted):
	if $wanted == "integer" then type == "number" and . == floor else type == $wanted end;

def wrong($root; $s; $path):
	. as $value |
	(($s | keys) - known | .[] | "\($path): the schema has the unknown word \(.)"),
	(if $s["$ref"] then
		wrong($root; $root["$defs"][$s["$ref"] | ltrimstr("#/$defs/")]; $path)
	else empty end),
	(if $s.type and ([$s.type] | flatten | any(. as $wanted | $value | is($wanted)) | not)
	 then "\($path): not of type \($s.type)" else empty end),
	(if ($s | has("const")) and $value != $s.const then "\($path): not \($s.const)" else empty end),
	(if $s.enum and ($s.enum | index([$value]) | not) then "\($path): none of \($s.enum)" else empty end),
	(if $s.minimum and $value < $s.minimum then "\($path): too small" else empty end),
	(if type == "object" then
		(($s.required // []) - keys | .[] | "\($path): \(.) is missing"),
		(keys[] as $key |
		 ($s.properties[$key]? // $s.additionalProperties // {}) as $sub |
		 .[$key] | wrong($root; $sub; "\($path).\($key)"))
	elif type == "array" then
		(if $s.minItems and length < $s.minItems then "\($path): too short" else empty end),
		(if $s.maxItems and length > $s.maxItems then "\($path): too long" else empty end),
		(range(length) as $i |
		 ($s.prefixItems[$i]? // $s.items // {}) as $sub |
		 .[$i] | wrong($root; $sub; "\($path)[\($i)]"))
	else empty end);

wrong($schema[0]; $schema[0]; "")
