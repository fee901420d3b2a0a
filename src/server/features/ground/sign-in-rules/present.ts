import type {
  SignInGroup,
  SignInRulesState,
  SignInRulesView,
} from '#shared/features/ground/sign-in-rules/contract.ts'
import { changeWords, markWords } from '#shared/features/ground/sign-in-rules/rules.ts'
import type { FoundGroup, listChanges } from './queries.ts'
import type { SignInRulesService } from './service.ts'
import type { RulesState } from './verbs/save-rules.ts'

const personOf = ({ id, firstName, lastName }: FoundGroup['missing'][number]) => ({
  id,
  first_name: firstName,
  last_name: lastName,
})

const groupOf = ({ missing, ...counts }: FoundGroup): SignInGroup => ({
  ...counts,
  missing: missing.map(personOf),
})

export const presentState = ({ rules, version, changedAt, changedBy }: RulesState): SignInRulesState => ({
  rules,
  version,
  changed_at: changedAt?.toISOString() ?? null,
  changed_by: changedBy ? personOf(changedBy) : null,
})

type Entry = Awaited<ReturnType<typeof listChanges>>[number]

const wordsOf = ({ act, label, before, after }: Entry): string[] =>
  act === 'user.break-glass-changed'
    ? [markWords(label ?? '', after?.breakGlass === true)]
    : changeWords(before ?? {}, after ?? {})

const changeOf = (entry: Entry) => ({
  id: entry.id,
  changed_at: entry.createdAt.toISOString(),
  changed_by: entry.actorName,
  changes: wordsOf(entry),
})

export const presentRules = ({
  state,
  limits,
  groups,
  changes,
  personalTokens,
  connectedAssistants,
  breakGlass,
  today,
}: Awaited<ReturnType<SignInRulesService['readRules']>>): SignInRulesView => ({
  ...presentState(state),
  today,
  limits: {
    session_hours: limits.sessionHours,
    session_idle_minutes: limits.sessionIdleMinutes,
    token_days: limits.tokenDays,
    tokens_each: limits.tokensEach,
  },
  groups: {
    administrators: groupOf(groups.administrators),
    everybody: groupOf(groups.everybody),
  },
  break_glass: {
    provider: breakGlass.provider,
    is_provider_session: breakGlass.isProviderSession,
    administrators: breakGlass.admins.map((admin) => ({
      ...personOf(admin),
      is_marked: admin.breakGlass,
      last_full_sign_in_at: admin.lastFullSignInAt?.toISOString() ?? null,
    })),
  },
  tokens: { personal: personalTokens.all, highest: personalTokens.highest },
  connected_assistants: connectedAssistants,
  // A save that only changed break-glass accounts has an entry for each of them.
  history: changes.map(changeOf).filter((change) => change.changes.length > 0),
})
