import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { UNUSED_DAYS_MAXIMUM } from '#shared/features/ground/assistants/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import { AUTHORIZE_PATH, type Consents } from './port.ts'
import * as store from './record-store.ts'

const LONGEST_SECONDS = (UNUSED_DAYS_MAXIMUM * DAY_MS) / 1000

export interface RecordDeps {
  db: Db
  clock: () => Date
  publicUrl: string
  consents: Pick<Consents, 'used' | 'end'>
}

/** The payload without the code or token itself, and without addresses and cookies that contain one. */
function withoutSecret({ jti, returnTo, session, ...payload }: AdapterPayload): Record<string, unknown> {
  return payload
}

/** Keeps the records of the authorization server in our database, which several servers share. */
export function createAdapter(model: string, { db, clock, publicUrl, consents }: RecordDeps): Adapter {
  const keyOf = (id: string) => store.keyOf(model, id)
  return {
    async upsert(id, payload, expiresIn = LONGEST_SECONDS) {
      const grantId = model === 'Grant' ? id : (payload.grantId ?? null)
      const now = clock()
      const expiresAt = new Date(now.getTime() + expiresIn * 1000)
      // Anybody may make requests, so they don't wait for the night to be removed.
      if (model === 'Interaction') await store.deleteExpired(db, model, now)
      await store.writeRecord(db, { ...keyOf(id), grantId, payload: withoutSecret(payload), expiresAt })
      if (model === 'AccessToken' && grantId !== null) await consents.used(grantId)
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
      if (found?.grantId) await consents.end(found.grantId)
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => store.deleteRecord(db, keyOf(id)),
    revokeByGrantId: (grantId) => consents.end(grantId),
  }
}
