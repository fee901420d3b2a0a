import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { type BuiltInSourceDeps, createBuiltInShareOfVoice } from './built-in.ts'
import type { ShareOfVoiceSource } from './port.ts'
import { createRainforest } from './rainforest.ts'
import type { RainforestAccount } from './rainforest-settings.ts'

interface SourceDeps extends BuiltInSourceDeps {
  account: RainforestAccount | undefined
  clock: () => Date
}

/** What the marketplace shows where an account is configured, invented publishers where not. */
export const chooseShareOfVoiceSource = ({ account, clock, ...deps }: SourceDeps): ShareOfVoiceSource =>
  account === undefined
    ? createBuiltInShareOfVoice(deps)
    : createRainforest({ account, clock: () => clock().getTime(), accountStore: createAccountStore(deps.db) })
