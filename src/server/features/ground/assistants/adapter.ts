import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { DAY_MS } from '#shared/format/duration.ts'
import { hashToken } from '../../../security/tokens.ts'
import { AUTHORIZE_PATH, CONNECTED_DAYS } from './addresses.ts'
import type { AssistantDeps } from './deps.ts'
import * as store from './store.ts'
import { endUnasked } from './verbs/end-unasked.ts'

const DAY_SECONDS = DAY_MS / 1000

type RecordDeps = Pick<AssistantDeps, 'db' | 'clock' | 'publicUrl' | 'notices' | 'auth'>

/** The payload without the code or token itself, and without addresses that contain it. */
function withoutSecret({ jti, returnTo, ...payload }: AdapterPayload): Record<string, unknown> {
  return payload
}

/** Keeps what the authorization server must remember, in tables of ours. Several servers share it. */
export function createAdapter(model: string, deps: RecordDeps): Adapter {
  const { db, clock, publicUrl } = deps
  const keyOf = (id: string) => ({ model, idHash: hashToken(id) })
  return {
    async upsert(id, payload, expiresIn) {
      const now = clock()
      const grantId = model === 'Grant' ? id : (payload.grantId ?? null)
      const expiresAt = new Date(now.getTime() + (expiresIn ?? CONNECTED_DAYS * DAY_SECONDS) * 1000)
      await store.writeRecord(db, { ...keyOf(id), grantId, payload: withoutSecret(payload), expiresAt })
      // A program gets a token when the person has just allowed it, and whenever it is in use.
      if (model === 'AccessToken' && grantId !== null)
        await store.extendConnection(db, grantId, new Date(now.getTime() + CONNECTED_DAYS * DAY_MS))
    },
    async find(id) {
      const found = await store.findRecord(db, keyOf(id))
      if (!found) return undefined
      const { payload, consumedAt } = found
      return {
        ...payload,
        jti: id,
        ...(model === 'Interaction' ? { returnTo: new URL(`${AUTHORIZE_PATH}/${id}`, publicUrl).href } : {}),
        ...(consumedAt === null ? {} : { consumed: Math.floor(consumedAt.getTime() / 1000) }),
      }
    },
    // Only for log-outs at the authorization server and for devices without a browser, which we don't offer.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async consume(id) {
      if (await store.consumeRecord(db, keyOf(id), clock())) return
      const found = await store.findRecord(db, keyOf(id))
      if (found?.grantId) await endUnasked(deps, found.grantId)
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => store.deleteRecord(db, keyOf(id)),
    revokeByGrantId: (grantId) => endUnasked(deps, grantId),
  }
}
