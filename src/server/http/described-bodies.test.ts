import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OPERATIONS } from '../api.ts'
import type { JsonSchema } from './component-schemas.ts'
import { requestSchema } from './json-schema.ts'

/** Schemas nested directly in a schema of any kind. */
function below(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape)
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return [...schema.options]
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()]
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return [schema.unwrap()]
  return []
}

/** Every object that a schema is made of, itself included. */
const objectsOf = (schema: z.core.$ZodType): z.ZodObject[] => [
  ...(schema instanceof z.ZodObject ? [schema] : []),
  ...below(schema).flatMap(objectsOf),
]

const BODIES = OPERATIONS.flatMap(({ id, endpoint: { body, upload } }) =>
  [body, upload].flatMap((sent) => (sent === undefined ? [] : [{ id, body: sent }])),
)
/** Each object of each body, with what the API's description says of it. */
const OBJECTS = BODIES.flatMap(({ id, body }) =>
  objectsOf(body).map((schema) => ({ id, schema, said: requestSchema(schema) })),
)

/** The fields at fault when this is sent. */
function faultsOf(schema: z.ZodType, sent: unknown, counts = (_: z.core.$ZodIssue) => true): PropertyKey[] {
  const issues = schema.safeParse(sent).error?.issues.filter(counts)
  return [...new Set(issues?.flatMap(({ path: [field] }) => (field === undefined ? [] : [field])))]
}

/** Values that violate a field's description, each in one way. */
function brokenValues({ type, enum: choices, minLength, maxLength, ...said }: JsonSchema): unknown[] {
  const { minimum, maximum, maxItems } = z
    .object({ minimum: z.number(), maximum: z.number(), maxItems: z.number() })
    .partial()
    .parse(said)
  const isNumber = type === 'integer' || type === 'number'
  return [
    ...(choices ? ['nothing of the kind'] : []),
    ...(minLength === undefined ? [] : ['x'.repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 1)]),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [minimum - 1]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [maximum + 1]),
    ...(type === 'integer' ? [1.5] : []),
    ...(type === 'string' || isNumber ? [{}] : []),
  ]
}

/** Texts without an end, by where they stand. */
function endlessTexts(schema: JsonSchema, at: string): string[] {
  const { type, enum: choices, const: only, maxLength, properties = {}, items, anyOf, oneOf, allOf } = schema
  const isLimited = [choices, only, maxLength, 'pattern' in schema || undefined].some(
    (limit) => limit !== undefined,
  )
  return [
    ...(type === 'string' && !isLimited ? [at] : []),
    ...Object.entries(properties).flatMap(([name, field]) => endlessTexts(field, `${at}.${name}`)),
    ...(items ? endlessTexts(items, `${at}[]`) : []),
    ...[...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap((one) => endlessTexts(one, at)),
  ]
}

describe('the API’s description of a body', () => {
  it('covers every body', () => {
    expect(BODIES.length).toBeGreaterThan(30)
    expect(OBJECTS.length).toBeGreaterThan(50)
  })

  it('requires a field exactly where a call without it is refused', () => {
    for (const { id, schema, said } of OBJECTS) {
      // If any one of several fields must be sent, none of them is required.
      const missing = faultsOf(schema, {}, ({ code }) => code !== 'custom').map(String)
      expect([...(said.required ?? [])].sort(), id).toEqual(missing.sort())
    }
  })

  it('is enforced in a call: no field accepts a value beyond its length, limits or choices', () => {
    const taken = OBJECTS.flatMap(({ id, schema, said }) =>
      Object.entries(said.properties ?? {}).flatMap(([name, field]) =>
        brokenValues(field)
          .filter((value) => !faultsOf(schema, { [name]: value }).includes(name))
          .map((value) => `${id} ${name}: ${JSON.stringify(value).slice(0, 40)}`),
      ),
    )
    expect(taken).toEqual([])
  })

  it('gives every text an end', () => {
    expect(BODIES.flatMap(({ id, body }) => endlessTexts(requestSchema(body), id))).toEqual([])
  })
})
