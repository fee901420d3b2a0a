import { createPauseStore } from '../../db/vendor-pauses.ts'
import { type BuiltInSourceParts, createBuiltInShareOfVoice } from './built-in.ts'
import type { ShareOfVoiceSource } from './port.ts'
import { createRainforest } from './rainforest.ts'
import type { RainforestAccount } from './rainforest-settings.ts'

interface SourceParts extends BuiltInSourceParts {
  account: RainforestAccount | undefined
  clock: () => Date
}

/** What the marketplace shows where an account is configured, invented publishers where not. */
export const chooseShareOfVoiceSource = ({ account, clock, ...parts }: SourceParts): ShareOfVoiceSource =>
  account === undefined
    ? createBuiltInShareOfVoice(parts)
    : createRainforest({ account, clock: () => clock().getTime(), pauses: createPauseStore(parts.db) })
