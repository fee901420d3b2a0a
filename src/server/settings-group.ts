import { z } from 'zod'
import { withoutEndSlashes } from '#shared/http/fields.ts'

/** A setting that cannot be used. The message is one line for the person who starts the server. */
export class SettingsError extends Error {}

/** `EX_CONFIG` of sysexits.h: no restart mends it. */
export const WRONG_SETTINGS = 78

/** How a process ends on this. */
export const exitCodeOf = (error: unknown): number => (error instanceof SettingsError ? WRONG_SETTINGS : 1)

/** Environment variables, without those that are blank. */
export type Given = Readonly<Record<string, string | undefined>>

/** What kind of server this is; it decides what may be left out. */
export interface Deployment {
  /** Name shown in the footer; `development` when none is configured. */
  env: string
  isProduction: boolean
}

/** Some environment variables and what they come down to; declared beside what is set by them. */
export interface SettingGroup<Values extends object> {
  /** The names of the variables. */
  names: readonly string[]
  /** Throws `SettingsError`, which names the variable and says what is expected. */
  read(given: Given, deployment: Deployment): Values
  /** What works in production, but hardly as meant: a line each for the person who starts the server. */
  warnings(settings: Values): readonly string[]
  /** Who serves what outside, by what is served, without any secret: names and addresses only. */
  vendors(settings: Values): Readonly<Record<string, string>>
  and<Other extends object>(other: SettingGroup<Other>): SettingGroup<Values & Other>
}

interface Declaration<Shape extends z.ZodRawShape, Values extends object> {
  variables: Shape
  /** What each must look like, for the line that refuses a wrong one. */
  expected?: { readonly [Name in keyof Shape]?: string }
  /** Variables that have no effect without another one, by name. */
  requires?: { readonly [Name in keyof Shape]?: keyof Shape & string }
  /** Lists of variables that only make sense together: of each either all are given, or none. */
  together?: readonly (readonly (keyof Shape & string)[])[]
  settings: (values: z.output<z.ZodObject<Shape>>, deployment: Deployment) => Values
  /** Why no server can run with these, as one line; null where it can. */
  refused?: (values: z.output<z.ZodObject<Shape>>) => string | null
  /** Why production cannot run with these, as one line; null where it can. */
  refusedInProduction?: (values: z.output<z.ZodObject<Shape>>) => string | null
  warnings?: SettingGroup<Values>['warnings']
  vendors?: SettingGroup<Values>['vendors']
}

/** Why some of the variables cannot be used without the others. */
function incompleteness(together: readonly string[], given: Given): string | null {
  const missing = together.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === together.length) return null
  const present = together.filter((name) => !missing.includes(name))
  return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: ${present.join(' and ')} cannot be used without ${missing.length > 1 ? 'them' : 'it'}.`
}

/** Why a variable has no effect. */
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

/** Serves what no vendor is configured for. */
export const BUILT_IN = 'built-in'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** What leads to this machine only. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(new URL(address).hostname)

/** What is sent there can be read on its way. */
export const isOpenToOthers = (address: string): boolean =>
  new URL(address).protocol === 'http:' && !isLoopback(address)

/** A page of the web. Who may read it is never said in its address, which stands in logs. */
export const webPage = () =>
  z.url({ protocol: /^https?$/ }).refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address), {
    error: 'an address without user and password',
  })

/** An address of the web to which paths are added, without a slash at its end. */
export const webAddress = () =>
  webPage()
    .refine((address) => !/[?#]/.test(address), { error: 'an address without a query (?) or fragment (#)' })
    .transform(withoutEndSlashes)

/** Text that is given or not. */
export const optionalText = () => z.string().min(1).optional()
