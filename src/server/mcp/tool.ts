import { z } from 'zod'
import { isPermitted } from '#shared/access/permissions.ts'
import { type Answered, type Endpoint, isForPeople, type Sent } from '#shared/http/endpoint.ts'

/** A call that a tool makes as the program that asks: with its token, and through the same checks as any other. */
export type Ask = <E extends Endpoint>(
  endpoint: E,
  sent?: Loose<Sent<E>>,
  /** Carried out once, however often it is tried with the same key. */
  key?: string,
) => Promise<Answered<E>>

/** A call with any of its parts; a field that is undefined is not sent. */
type Loose<Parts> = {
  [Part in keyof Parts]?: { [Field in keyof Parts[Part]]?: Parts[Part][Field] | undefined }
}

/** An answer for an assistant. Its lists keep as many of their first entries as fit. */
export type ToolAnswer = Readonly<Record<string, unknown>>

interface Declared<Input extends z.ZodObject> {
  /** In snake case, as assistants expect it. */
  name: string
  title: string
  /** What it is for, in one or two sentences: assistants choose by it. */
  description: string
  input: Input
  /** The calls that it makes. It is offered to programs that may make the first of them. */
  calls: readonly [Endpoint, ...Endpoint[]]
  /** It changes something, so only programs that may change things are offered it. */
  writes?: true
  run(context: ToolContext, input: z.output<Input>): Promise<ToolAnswer>
}

export interface ToolContext {
  ask: Ask
  /** Whether the program may make this call. */
  may(endpoint: Endpoint): boolean
  now: Date
  /** Address of a screen of Copydesk. */
  link(path: string): string
}

export type Tool = Omit<Declared<z.ZodObject>, 'run'> & {
  run(context: ToolContext, input: unknown): Promise<ToolAnswer>
}

/** Declares a tool. Its input is parsed before `run` gets it. */
export function tool<Input extends z.ZodObject>(declared: Declared<Input>): Tool {
  const forPeople = declared.calls.find(isForPeople)
  if (forPeople) throw new TypeError(`${declared.name} makes a call for people: ${forPeople.path}`)
  return { ...declared, run: (context, input) => declared.run(context, declared.input.parse(input)) }
}

/** Whether a program with these permissions may make the call. */
export const isGranted = (permissions: Parameters<typeof isPermitted>[0], { access }: Endpoint): boolean =>
  access === 'public' || access === 'signedIn' || isPermitted(permissions, access)

/** A day; the call checks it. */
export const DayText = z.string().regex(/^\d{4}-\d\d-\d\d$/)

const MOST_CHARACTERS = 4000

/** The answer in four thousand characters: the last entries of its longest lists are left out, and counted. */
export function fitAnswer(answer: ToolAnswer): ToolAnswer {
  const shown: Record<string, unknown> = { ...answer }
  for (let left = 1; JSON.stringify(shown).length > MOST_CHARACTERS; left++) {
    const lists = Object.entries(shown).filter((entry): entry is [string, unknown[]] =>
      Array.isArray(entry[1]),
    )
    const [longest] = lists.toSorted(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)
    if (!longest || longest[1].length === 0) break
    shown[longest[0]] = longest[1].slice(0, -1)
    shown.left_out = left
  }
  return shown
}

/** The beginning of a text that somebody wrote, on one line. */
export function clip(text: string | null | undefined, most = 300): string | null {
  if (text === null || text === undefined) return null
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}
