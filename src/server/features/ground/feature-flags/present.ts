import type {
  FeatureFlag,
  FlagEvent,
  FlagOption,
  FlagUse,
} from '#shared/features/ground/feature-flags/contract.ts'
import {
  FEATURE_FLAGS,
  type FLAG_NAMES,
  type StoredType,
} from '#shared/features/ground/feature-flags/rules.ts'
import type { FlagState } from '../../../db/schema/feature-flags.ts'
import { presentUserName } from '../users/present.ts'
import type { FlagReads, FoundEvent, FoundFlag } from './queries.ts'

/** A value as it travels: of a bool true or false. */
export const wireValue = (type: StoredType, value: string): boolean | string =>
  type === 'bool' ? value === 'true' : value

const presentState = ({ type, value, feature_flag }: FlagState) => ({
  feature_flag,
  type,
  value: wireValue(type, value),
})

export const presentFlag = ({ flag, user }: FoundFlag): FeatureFlag => ({
  ...presentState({ feature_flag: flag.name, type: flag.type, value: flag.value }),
  feature_flag_id: flag.id,
  version: flag.version,
  updated_at: flag.updatedAt.toISOString(),
  updated_by: user && presentUserName(user),
})

export const presentUse = ({ name, today, last }: FlagReads): FlagUse => ({
  feature_flag: name,
  reads_today: today,
  last_read: last,
})

/** A flag that the product declares. */
export function presentOption(name: (typeof FLAG_NAMES)[number]): FlagOption {
  const declared = FEATURE_FLAGS[name]
  const { type, default: usual, meaning } = declared
  return { name, type, values: 'values' in declared ? [...declared.values] : [], default: usual, meaning }
}

export const presentEvent = ({ event, user, version }: FoundEvent): FlagEvent => ({
  id: event.id,
  feature_flag_id: event.flagId,
  act: event.act,
  before: event.before && presentState(event.before),
  after: presentState(event.after),
  user: user && presentUserName(user),
  changed_at: event.changedAt.toISOString(),
  version,
})
