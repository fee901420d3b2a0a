import { useQueryClient } from '@tanstack/react-query'
import { SignInRulesBody, type SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import {
  type AssistantWay,
  changeWords,
  type FactorScope,
  type PasswordScope,
  type SignInRules,
  trailOf,
} from '#shared/features/ground/sign-in-rules/rules.ts'
import type { Form, Known } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { useForm, useFormGuard } from '#web/ui/form/use-form.ts'
import { isLockout, rulesQuery, useSaveRules } from './queries.ts'

export interface RulesValues {
  second_factor: FactorScope
  second_factor_from: string
  passwords: PasswordScope
  /** Ids, ascending, with commas. */
  break_glass: string
  session_hours: string
  session_idle_minutes: string
  sessions_at_once: string
  people_make_tokens: boolean
  token_days: string
  tokens_each: string
  assistants: AssistantWay
  /** With commas. */
  assistant_hosts: string
}
export type RulesForm = Form<RulesValues>
export type NumberField = Exclude<
  keyof RulesValues,
  | 'second_factor'
  | 'second_factor_from'
  | 'passwords'
  | 'break_glass'
  | 'people_make_tokens'
  | 'assistants'
  | 'assistant_hosts'
>

/** The value that applies: the server's own where the rules say nothing, or more. */
const effective = (value: number | null, limit: number) => String(Math.min(value ?? limit, limit))

const markedIn = ({ administrators }: SignInRulesView['break_glass']) =>
  administrators
    .filter(({ is_marked }) => is_marked)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
    .join(',')

const valuesOf = ({ rules, limits, break_glass }: SignInRulesView): RulesValues => ({
  break_glass: markedIn(break_glass),
  second_factor: rules.second_factor,
  second_factor_from: rules.second_factor_from ?? '',
  passwords: rules.passwords,
  session_hours: effective(rules.session_hours, limits.session_hours),
  session_idle_minutes: effective(rules.session_idle_minutes, limits.session_idle_minutes),
  sessions_at_once: rules.sessions_at_once === null ? '' : String(rules.sessions_at_once),
  people_make_tokens: rules.people_make_tokens,
  token_days: effective(rules.token_days, limits.token_days),
  tokens_each: effective(rules.tokens_each, limits.tokens_each),
  assistants: rules.assistants,
  assistant_hosts: rules.assistant_hosts.join(', '),
})

const knownOf = (view: SignInRulesView): Known<RulesValues> => ({
  values: valuesOf(view),
  version: view.version,
})

const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

/** Null where the rules leave it to the server. */
function limited(typed: string, limit: number): number | null {
  const value = numberOf(typed)
  return value === limit ? null : value
}

const hostsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

/** Without consent, the hosts stay as they were saved: their field isn't shown. */
const hostsOf = ({ assistants, assistant_hosts: typed }: RulesValues, saved: readonly string[]) =>
  assistants === 'consent' ? hostsIn(typed) : [...saved]

/** How many connections end with these rules. */
export function disconnectedBy(values: RulesValues, view: SignInRulesView): number {
  const allowed = values.assistants === 'consent' ? hostsIn(values.assistant_hosts) : []
  return view.connected_assistants
    .filter(({ host }) => !allowed.includes(host))
    .reduce((sum, { connections }) => sum + connections, 0)
}

const rulesOf = (
  values: RulesValues,
  { limits, rules: saved }: Pick<SignInRulesView, 'limits' | 'rules'>,
): SignInRules => ({
  second_factor: values.second_factor,
  second_factor_from: values.second_factor === 'nobody' ? null : values.second_factor_from || null,
  passwords: values.passwords,
  session_hours: limited(values.session_hours, limits.session_hours),
  session_idle_minutes: limited(values.session_idle_minutes, limits.session_idle_minutes),
  sessions_at_once: numberOf(values.sessions_at_once),
  people_make_tokens: values.people_make_tokens,
  token_days: limited(values.token_days, limits.token_days),
  tokens_each: limited(values.tokens_each, limits.tokens_each),
  assistants: values.assistants,
  assistant_hosts: hostsOf(values, saved.assistant_hosts),
})

/** The issues of the values, by field. */
function check(values: RulesValues, view: SignInRulesView) {
  const { rules: saved, limits, today, version } = view
  const rules = rulesOf(values, view)
  const from = rules.second_factor_from
  const above = Object.entries(limits).flatMap(([name, limit]) =>
    Number(values[name as NumberField]) > limit ? [[name, `At most ${limit}.`]] : [],
  )
  const isPast = from !== null && from < today && from !== saved.second_factor_from
  const issues = issuesIn(SignInRulesBody, { ...rules, version })
  // The hosts share one field.
  const host = Object.entries(issues).find(([path]) => path.startsWith('assistant_hosts.'))
  return {
    ...issues,
    ...(host ? { assistant_hosts: host[1] } : {}),
    ...Object.fromEntries(above),
    ...(isPast ? { second_factor_from: 'Choose today or a later day.' } : {}),
  }
}

/** What a save would change, in words. */
export const changesOf = (values: RulesValues, view: SignInRulesView): string[] => [
  ...changeWords(trailOf(view.rules), trailOf(rulesOf(values, view))),
  ...(values.break_glass === markedIn(view.break_glass) ? [] : ['Break-glass accounts']),
]

/** Only what the user changed, so that others’ accounts stay as they are. */
const marksOf = (values: RulesValues, base: RulesValues) =>
  values.break_glass === base.break_glass
    ? {}
    : { break_glass: values.break_glass.split(',').filter(Boolean).map(Number) }

/** The rules while they are edited. */
export function useRulesForm(view: SignInRulesView) {
  const queries = useQueryClient()
  const { mutateAsync: save } = useSaveRules()
  const form = useForm<RulesValues>({
    id: 'sign-in-rules',
    known: knownOf(view),
    check: (values) => check(values, view),
    about: (error) => (isLockout(error) ? 'second_factor_from' : undefined),
  })
  useFormGuard(form)
  const submit = async () => {
    if (!form.state().status.isDirty || !form.check()) return
    const outcome = await form.save((values, { base }) =>
      save({ ...rulesOf(values, view), version: base.version ?? 0, ...marksOf(values, base.values) }),
    )
    if (outcome !== null) form.settle(knownOf(outcome.saved), outcome.sent)
  }
  /** Takes over the saved rules of another user and keeps this user's changes. */
  const reload = async () => {
    const fresh = await queries.fetchQuery({ ...rulesQuery, staleTime: 0 })
    const { values, base } = form.state()
    const own = Object.entries(values).filter(
      ([name, value]) => value !== base.values[name as keyof RulesValues],
    )
    form.reset(knownOf(fresh))
    form.update((theirs) => ({ ...theirs, ...Object.fromEntries(own) }))
  }
  return { form, submit, reload }
}
