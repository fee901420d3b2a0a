import { type Api, usernameOf } from './api.ts'
import type { WritingCall } from './writing-call.ts'

const REVIEWS = '/api/users/access-reviews'

/** The calls that go through accounts, for the list of all that write. */
export async function accessReviewCalls(api: Api): Promise<Record<string, WritingCall>> {
  const adm = await api.as('adm')
  const { pool } = api.database
  /** An open review whose systems have all answered. Any earlier review is ended first. */
  async function begun(): Promise<number> {
    await pool.query('update access_reviews set ended_at = now() where ended_at is null')
    const { body } = await adm.post(REVIEWS)
    await api.app.queue.drain()
    return body.review_id
  }
  const accountOf = async (id: number, name: string) => {
    const { body } = await adm.get(`${REVIEWS}/${id}/accounts?perPage=1000`)
    const found = body.nodes.find(({ account }: { account: string }) => account === name)
    return (found ?? body.nodes[0]).reviewed_account_id as number
  }
  return {
    'accessReviews.begin': [
      'adm',
      'access.review-begun',
      async () => {
        await pool.query('update access_reviews set ended_at = now() where ended_at is null')
        return () => adm.post(REVIEWS)
      },
    ],
    'accessReviews.decide': [
      'adm',
      'access.reviewed',
      async () => {
        const id = await begun()
        const ids = [await accountOf(id, usernameOf('qa'))]
        return () => adm.post(`${REVIEWS}/${id}/decisions`, { ids, decision: 'keep' })
      },
    ],
    'accessReviews.revoke': [
      'adm',
      'access.revoked',
      async () => {
        await pool.query(
          "insert into directory_accounts (system, email, handle) values ('Reviewed', 'to-be-closed@desk.example', 'to-be-closed') on conflict do nothing",
        )
        const id = await begun()
        const account = await accountOf(id, 'to-be-closed')
        return () => adm.post(`${REVIEWS}/${id}/accounts/${account}/revoke`)
      },
    ],
    'accessReviews.askAgain': [
      'adm',
      'access.review-repeated',
      async () => {
        const id = await begun()
        await pool.query("update access_review_systems set state = 'failed' where review_id = $1", [id])
        return () => adm.post(`${REVIEWS}/${id}/ask-again`)
      },
    ],
    'accessReviews.finish': [
      'adm',
      'access.review-ended',
      async () => {
        const id = await begun()
        await pool.query("update access_review_accounts set decision = 'keep' where review_id = $1", [id])
        return () => adm.post(`${REVIEWS}/${id}/finish`)
      },
    ],
    'accessReviews.export': [
      'adm',
      'file.asked',
      async () => {
        const id = await begun()
        return () => adm.post(`${REVIEWS}/${id}/export`)
      },
    ],
  }
}
