import { shareOfVoiceEndpoints } from '#shared/features/market/share-of-voice/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { putChoices, readChoices, type StoredChoices } from '../choices-store.ts'

/** Remembers how a person likes to see the reports. */
export async function chooseReports(db: Db, actor: Caller, choices: StoredChoices): Promise<StoredChoices> {
  requires(actor, shareOfVoiceEndpoints.choose.access)
  await transaction(db, async (tx) => {
    const before = await readChoices(tx, actor.id)
    await putChoices(tx, actor.id, choices)
    await audit(tx, actor, 'report.chosen', { id: null, label: 'Reports', before, after: choices })
  })
  return choices
}
