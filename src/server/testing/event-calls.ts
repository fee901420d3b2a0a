import type { Api } from './api.ts'
import type { WritingCall } from './writing-call.ts'

export const HOOKS = '/api/event-hooks'
/** A name that no resolver knows, so that nothing is ever sent there. */
export const HOOK_WISH = {
  name: 'Warehouse',
  format: 'standard',
  address: 'https://hooks.invalid/copydesk',
  types: ['article.requested', 'user.locked'],
  site_ids: null,
  timing: 'at_once',
}

/** The calls of event hooks that may write. */
export async function eventCalls(api: Api): Promise<Record<string, WritingCall>> {
  const eng = await api.as('eng')
  const hook = async () => (await eng.post(HOOKS, HOOK_WISH)).body.hook
  const url = async () => `${HOOKS}/${(await hook()).id}`
  const test = async (hookUrl: string) => (await eng.post(`${hookUrl}/test`)).body.id
  return {
    'eventHooks.create': ['eng', 'event-hook.created', async () => () => eng.post(HOOKS, HOOK_WISH)],
    'eventHooks.update': [
      'eng',
      'event-hook.changed',
      async () => {
        const { id, version } = await hook()
        const { format: _format, address: _address, ...fields } = HOOK_WISH
        return () => eng.put(`${HOOKS}/${id}`, { ...fields, name: 'Lake', version })
      },
    ],
    'eventHooks.pause': [
      'eng',
      'event-hook.paused',
      async () => {
        const hookUrl = await url()
        return () => eng.post(`${hookUrl}/pause`)
      },
    ],
    'eventHooks.resume': [
      'eng',
      'event-hook.resumed',
      async () => {
        const hookUrl = await url()
        await eng.post(`${hookUrl}/pause`)
        return () => eng.post(`${hookUrl}/resume`)
      },
    ],
    'eventHooks.rotate': [
      'eng',
      'event-hook.rotated',
      async () => {
        const hookUrl = await url()
        return () => eng.post(`${hookUrl}/rotate`, { end_old: true })
      },
    ],
    'eventHooks.remove': [
      'eng',
      'event-hook.deleted',
      async () => {
        const hookUrl = await url()
        return () => eng.delete(hookUrl)
      },
    ],
    'eventHooks.test': [
      'eng',
      'event-hook.tested',
      async () => {
        const hookUrl = await url()
        return () => eng.post(`${hookUrl}/test`)
      },
    ],
    'eventHooks.sendAgain': [
      'eng',
      'event-hook.sent-again',
      async () => {
        const hookUrl = await url()
        const sendId = await test(hookUrl)
        return () => eng.post(`${hookUrl}/sends/${sendId}/again`)
      },
    ],
    'eventHooks.sendFailedAgain': [
      'eng',
      'event-hook.sent-again',
      async () => {
        const hookUrl = await url()
        return () => eng.post(`${hookUrl}/sends/again`, {})
      },
    ],
  }
}
