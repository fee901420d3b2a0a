import { z } from 'zod'
import type { JsonSchema } from './component-schemas.ts'
import { asSent } from './sent-fields.ts'

type Json = Record<string, unknown>

/** `anyOf [X, null]` written as one nullable schema, which the serialiser writes without trying each branch. */
function foldNull(schema: Json): void {
  const branches = schema.anyOf
  if (!Array.isArray(branches) || branches.length !== 2) return
  const [first, second] = branches as [Json, Json]
  if (second.type !== 'null' || typeof first.type !== 'string') return
  delete schema.anyOf
  // A schema that is one of several is chosen by what its enum allows, which has to name null then.
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {}
  Object.assign(schema, first, values, { nullable: true })
}

/**
 * The schema by which an answer is written. Fields that it does not name never leave the server.
 */
export function answerSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    reused: 'inline',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => foldNull(jsonSchema as Json),
  }) as Json
}

/** The schema of what a caller sends, for the API's description. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    reused: 'inline',
    unrepresentable: 'any',
    override: asSent,
  }) as JsonSchema
}
