import { z } from 'zod'
import { withoutEndSlashes } from '#shared/http/fields.ts'

/** An invalid setting. The message is one line for the person who starts the server. */
export class SettingsError extends Error {}

/** `EX_CONFIG` of sysexits.h: a restart does not help. */
export const WRONG_SETTINGS = 78

/** Exit code of a process that failed with this error. */
export const exitCodeOf = (error: unknown): number => (error instanceof SettingsError ? WRONG_SETTINGS : 1)

/** Environment variables without blank ones. */
export type Given = Readonly<Record<string, string | undefined>>

/** The kind of server, which decides what may be left out. */
export interface Deployment {
  /** Name shown in the footer; `development` by default. */
  env: string
  isProduction: boolean
}

/** Some environment variables and the settings made from them; declared next to the code that uses them. */
export interface SettingGroup<Values extends object> {
  names: readonly string[]
  /** Throws `SettingsError`, which names the variable and the expected value. */
  read(given: Given, deployment: Deployment): Values
  /** Warnings about values that work in production, but probably not as intended; one line each. */
  warnings(settings: Values): readonly string[]
  /** The vendor behind each outside service: names and addresses only, no secrets. */
  vendors(settings: Values): Readonly<Record<string, string>>
  and<Other extends object>(other: SettingGroup<Other>): SettingGroup<Values & Other>
}

interface Declaration<Shape extends z.ZodRawShape, Values extends object> {
  variables: Shape
  /** Expected format per variable, for the error message. */
  expected?: { readonly [Name in keyof Shape]?: string }
  /** Variables that have no effect without another one, by name. */
  requires?: { readonly [Name in keyof Shape]?: keyof Shape & string }
  /** Groups of variables that must be set together or not at all. */
  together?: readonly (readonly (keyof Shape & string)[])[]
  settings: (values: z.output<z.ZodObject<Shape>>, deployment: Deployment) => Values
  /** Why no server can run with these values, as one line; null if it can. */
  refused?: (values: z.output<z.ZodObject<Shape>>) => string | null
  /** Why production cannot run with these values, as one line; null if it can. */
  refusedInProduction?: (values: z.output<z.ZodObject<Shape>>) => string | null
  warnings?: SettingGroup<Values>['warnings']
  vendors?: SettingGroup<Values>['vendors']
}

/** Error for an incomplete group of variables. */
function incompleteness(together: readonly string[], given: Given): string | null {
  const missing = together.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === together.length) return null
  const present = together.filter((name) => !missing.includes(name))
  return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: ${present.join(' and ')} cannot be used without ${missing.length > 1 ? 'them' : 'it'}.`
}

/** Error for a variable without effect. */
function uselessness(requires: Readonly<Record<string, string | undefined>>, given: Given): string | null {
  const [useless] = Object.entries(requires).filter(
    ([name, needed = name]) => given[name] !== undefined && given[needed] === undefined,
  )
  return useless === undefined ? null : `${useless[1]} is missing: ${useless[0]} cannot be used without it.`
}

function groupOf<Values extends object>(group: Omit<SettingGroup<Values>, 'and'>): SettingGroup<Values> {
  return {
    ...group,
    and: (other) =>
      groupOf({
        names: [...new Set([...group.names, ...other.names])],
        read: (given, deployment) => ({ ...group.read(given, deployment), ...other.read(given, deployment) }),
        warnings: (settings) => [...group.warnings(settings), ...other.warnings(settings)],
        vendors: (settings) => ({ ...group.vendors(settings), ...other.vendors(settings) }),
      }),
  }
}

export function settingGroup<Shape extends z.ZodRawShape, Values extends object>(
  declaration: Declaration<Shape, Values>,
): SettingGroup<Values> {
  const {
    expected = {},
    together = [],
    requires = {},
    refused,
    refusedInProduction,
    warnings = () => [],
    vendors = () => ({}),
  } = declaration
  const variables = z.object(declaration.variables)
  const expectedOf = new Map<string, unknown>(Object.entries(expected))
  return groupOf({
    names: Object.keys(declaration.variables),
    read(given, deployment) {
      const parsed = variables.safeParse(given)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        const name = String(issue?.path[0] ?? '')
        throw new SettingsError(`${name} is not usable: expected ${expectedOf.get(name) ?? issue?.message}.`)
      }
      const refusal =
        together.map((names) => incompleteness(names, given)).find((why) => why !== null) ??
        uselessness(requires, given) ??
        refused?.(parsed.data) ??
        (deployment.isProduction ? refusedInProduction?.(parsed.data) : undefined)
      if (refusal) throw new SettingsError(refusal)
      return declaration.settings(parsed.data, deployment)
    },
    warnings,
    vendors,
  })
}

/** Name of the adapters used without a vendor. */
export const BUILT_IN = 'built-in'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an address leads to this machine only. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(new URL(address).hostname)

/** Whether a connection leads to another machine. A name of one word is one of the same private network of containers. */
export function leavesMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return /[.:]/.test(hostname) && !LOOPBACK.test(hostname)
}

/** Whether data sent there can be read on its way. */
export const isOpenToOthers = (address: string): boolean =>
  new URL(address).protocol === 'http:' && !isLoopback(address)

/** Address of a web page. It must not contain credentials, because addresses are logged. */
export const webPage = () =>
  z.url({ protocol: /^https?$/ }).refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address), {
    error: 'an address without user and password',
  })

/** Base address on the web, without a trailing slash. */
export const webAddress = () =>
  webPage()
    .refine((address) => !/[?#]/.test(address), { error: 'an address without a query (?) or fragment (#)' })
    .transform(withoutEndSlashes)

export const optionalText = () => z.string().min(1).optional()
