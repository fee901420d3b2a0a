import { type Endpoint, isForPeople, type Method } from '#shared/http/endpoint.ts'
import type { Answer, Client } from './api.ts'

/** The endpoint's path with a value for each parameter, which is no valid id. */
export const addressOf = (endpoint: Endpoint, place = 'nonsense') => endpoint.path.replace(/:\w+/g, place)

const BODYLESS: readonly Method[] = ['GET', 'DELETE']

/** A call that is invalid in every way. A caller without permission must not learn that. */
export function callBadly(client: Client, endpoint: Endpoint): Promise<Answer> {
  const { method, form } = endpoint
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const url = addressOf(endpoint)
  return BODYLESS.includes(method)
    ? client.send({
        method,
        url: endpoint.query ? `${url}?page=-1&limit=-1&keyword[a]=1&createdAtBegin=x` : url,
      })
    : client.send({ method, url, payload: '{"not": json', headers: { 'content-type': type } })
}

/** What a program needs for a call besides the permission. On a public call for people it counts as nobody. */
export function forPrograms(endpoint: Endpoint): 'yes' | 'needs may_write' | 'person only' {
  if (endpoint.access === 'public') return 'yes'
  if (isForPeople(endpoint)) return 'person only'
  return endpoint.method === 'GET' || endpoint.reads === true ? 'yes' : 'needs may_write'
}
