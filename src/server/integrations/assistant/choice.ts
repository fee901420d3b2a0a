import type { Db } from '../../db/connect.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { createCallCounter } from '../../db/vendors/vendor-calls.ts'
import { createAnthropic } from './anthropic.ts'
import type { AssistantAccount } from './assistant-settings.ts'
import { createBuiltInAssistant } from './built-in.ts'
import { createOpenAi } from './openai.ts'
import type { Assistant } from './port.ts'
import { createSpending } from './spending.ts'

interface AssistantDeps {
  account: AssistantAccount | undefined
  db: Db
  clock: () => Date
  timeZone: string
}

const SECOND_MS = 1000

/** The model that is configured, within its caps; or commands alone. */
export function chooseAssistant({ account, db, clock, timeZone }: AssistantDeps): Assistant {
  if (account === undefined) return createBuiltInAssistant()
  const create = account.provider === 'anthropic' ? createAnthropic : createOpenAi
  const patienceMs = account.seconds * SECOND_MS
  const client = create({
    account,
    clock: () => clock().getTime(),
    accountStore: createAccountStore(db),
    timeoutMs: patienceMs,
  })
  const step = createSpending({ client, account, counter: createCallCounter(db), timeZone, clock })
  return {
    live: {
      source: client.source,
      patienceMs,
      async next(conversation) {
        const { text, calls } = await step(conversation)
        return { text, calls }
      },
    },
    check: async () => ({ adapter: client.source, ok: true, detail: await client.check() }),
  }
}
