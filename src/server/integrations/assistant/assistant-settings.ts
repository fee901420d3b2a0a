import { z } from 'zod'
import {
  BUILT_IN,
  optionalText,
  SettingsError,
  settingGroup,
  webAddress,
} from '../../settings/settings-group.ts'

export interface AssistantAccount {
  provider: 'anthropic' | 'openai'
  key: string
  model: string
  baseUrl: string
  tokensPerStep: number
  seconds: number
  dollarsPerDay: number
  /** US dollars for a million tokens that are read, and that are written. */
  prices: { read: number; written: number }
}

const dollars = (preset: number) => z.coerce.number().min(0).max(1000).default(preset)

const VARIABLES = {
  BOT_PROVIDER: z.enum(['anthropic', 'openai']).optional(),
  BOT_MODEL: optionalText(),
  BOT_TOKENS_PER_STEP: z.coerce.number().int().min(100).max(8000).default(800),
  BOT_SECONDS: z.coerce.number().int().min(2).max(60).default(20),
  BOT_DOLLARS_PER_DAY: dollars(5),
  BOT_DOLLARS_PER_MILLION_READ: dollars(5),
  BOT_DOLLARS_PER_MILLION_WRITTEN: dollars(25),
  ANTHROPIC_API_KEY: optionalText(),
  ANTHROPIC_BASE_URL: webAddress().prefault('https://api.anthropic.com'),
  OPENAI_API_KEY: optionalText(),
  OPENAI_BASE_URL: webAddress().prefault('https://api.openai.com/v1'),
}
type Values = z.output<z.ZodObject<typeof VARIABLES>>

const PROVIDERS = {
  anthropic: { name: 'Anthropic', key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  openai: { name: 'OpenAI', key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
} as const

export interface AssistantSettings {
  assistant: AssistantAccount | undefined
  /** Keys that are set for a provider that BOT_PROVIDER does not name. */
  unusedAssistantKeys: readonly string[]
}

const keyNameOf = ({ BOT_PROVIDER: provider }: Values) => provider && PROVIDERS[provider].key

/** Only if a provider is named explicitly, because users' questions are then sent to it. */
function accountOf(values: Values): AssistantAccount | undefined {
  const provider = values.BOT_PROVIDER
  if (provider === undefined) return undefined
  const { key: keyName, address } = PROVIDERS[provider]
  const key = values[keyName]
  const model = values.BOT_MODEL
  if (key === undefined || model === undefined) {
    const missing = [key === undefined ? [keyName] : [], model === undefined ? ['BOT_MODEL'] : []].flat()
    const verb = missing.length > 1 ? 'are' : 'is'
    throw new SettingsError(
      `${missing.join(' and ')} ${verb} missing: BOT_PROVIDER cannot be used without ${missing.length > 1 ? 'them' : 'it'}.`,
    )
  }
  return {
    provider,
    key,
    model,
    baseUrl: values[address],
    tokensPerStep: values.BOT_TOKENS_PER_STEP,
    seconds: values.BOT_SECONDS,
    dollarsPerDay: values.BOT_DOLLARS_PER_DAY,
    prices: { read: values.BOT_DOLLARS_PER_MILLION_READ, written: values.BOT_DOLLARS_PER_MILLION_WRITTEN },
  }
}

export const assistantSettings = settingGroup({
  variables: VARIABLES,
  expected: {
    BOT_PROVIDER: 'anthropic or openai',
    BOT_TOKENS_PER_STEP: 'a number of tokens per step of an answer, 100 to 8000',
    BOT_SECONDS: 'a number of seconds per answer, 2 to 60',
    BOT_DOLLARS_PER_DAY: 'an amount in US dollars per day, at most 1000',
    BOT_DOLLARS_PER_MILLION_READ: 'the price of a million input tokens, in US dollars',
    BOT_DOLLARS_PER_MILLION_WRITTEN: 'the price of a million output tokens, in US dollars',
    ANTHROPIC_BASE_URL: 'an address such as https://api.anthropic.com',
    OPENAI_BASE_URL: 'an address such as https://api.openai.com/v1',
  },
  requires: { BOT_MODEL: 'BOT_PROVIDER' },
  settings: (values): AssistantSettings => ({
    assistant: accountOf(values),
    unusedAssistantKeys: Object.values(PROVIDERS)
      .map(({ key }) => key)
      .filter((key) => values[key] !== undefined && key !== keyNameOf(values)),
  }),
  warnings: ({ unusedAssistantKeys }) =>
    unusedAssistantKeys.map(
      (key) => `${key} has no effect: the assistant also needs BOT_PROVIDER and BOT_MODEL.`,
    ),
  vendors: ({ assistant }) => ({
    assistant: assistant
      ? `${assistant.model} of ${PROVIDERS[assistant.provider].name} at ${assistant.baseUrl}`
      : BUILT_IN,
  }),
})
