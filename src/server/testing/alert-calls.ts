import type { Api } from './api.ts'
import type { WritingCall } from './writing-call.ts'

/** The calls about alert rules, for the list of all that write. */
export async function alertCalls(api: Api): Promise<Record<string, WritingCall>> {
  const qa = await api.as('qa')
  const adm = await api.as('adm')
  const rule = (name: string) => ({ name, kind: 'price-moved', threshold: 20, people: [qa.id] })
  const written = async () => (await qa.post('/api/alert-rules', rule('Prices'))).body.rule_id
  const path = (id: number, verb: string) => `/api/alert-rules/${id}${verb}`
  return {
    'alertRules.create': [
      'qa',
      'alert.created',
      async () => () => qa.post('/api/alert-rules', rule('Prices move')),
    ],
    'alertRules.update': [
      'qa',
      'alert.changed',
      async () => {
        const id = await written()
        return () => qa.put(path(id, ''), rule('Prices leap'))
      },
    ],
    'alertRules.remove': [
      'qa',
      'alert.deleted',
      async () => {
        const id = await written()
        return () => qa.delete(path(id, ''))
      },
    ],
    'alertRules.restore': [
      'qa',
      'alert.restored',
      async () => {
        const id = await written()
        await qa.delete(path(id, ''))
        return () => qa.post(path(id, '/restore'))
      },
    ],
    'alertRules.follow': [
      'adm',
      'alert.followed',
      async () => {
        const id = await written()
        return () => adm.put(path(id, '/follow'), { follow: true })
      },
    ],
    'alertRules.answer': [
      'qa',
      'alert.judged',
      async () => {
        const id = await written()
        await api.database.pool.query(
          'insert into alert_tellings (rule_id, subject_id, day) values ($1, 1, $2)',
          [id, api.now()],
        )
        return () => qa.put(path(id, '/answers'), { subject_id: 1, answer: 'noise' })
      },
    ],
  }
}
