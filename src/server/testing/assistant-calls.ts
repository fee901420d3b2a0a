import type { Api } from './api.ts'
import { allowAssistants, createProgram } from './oauth-client.ts'
import type { WritingCall } from './writing-call.ts'

/** The calls about assistants that connect by consent, for the list of all that write. */
export async function assistantCalls(api: Api): Promise<Record<string, WritingCall>> {
  const eng = await api.as('eng')
  const asked = async () => {
    await allowAssistants(api, { assistants: 'consent', assistant_hosts: ['quill.example'] })
    const program = createProgram(api)
    return { program, path: `/api/connect/${await program.ask()}` }
  }
  return {
    'assistants.allow': [
      'eng',
      'assistant.connected',
      async () => {
        const { program, path } = await asked()
        return () => program.call(eng, 'POST', `${path}/allow`, { may_write: true })
      },
    ],
    // Nothing was connected, so there is nothing to tell.
    'assistants.refuse': [
      'visitor',
      null,
      async () => {
        const { program, path } = await asked()
        return () => program.call(api.visitor, 'POST', `${path}/refuse`)
      },
    ],
    'assistants.disconnect': [
      'eng',
      'assistant.disconnected',
      async () => {
        const { program } = await asked()
        await program.connectedBy(eng)
        const { assistants } = (await eng.get('/api/profile/assistants')).body
        return () => eng.delete(`/api/profile/assistants/${assistants[0].id}`)
      },
    ],
  }
}
