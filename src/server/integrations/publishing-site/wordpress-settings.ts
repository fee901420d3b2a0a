import { z } from 'zod'
import { readJson } from '../../read-json.ts'
import { isLoopback, isOpenToOthers, settingGroup, webAddress } from '../../settings/settings-group.ts'

const WordPressAccount = z.strictObject({
  baseUrl: webAddress(),
  user: z.string().min(1),
  appPassword: z.string().min(1),
})
export type WordPressAccount = z.infer<typeof WordPressAccount>

const Accounts = z
  .string()
  .transform((text) => readJson(text))
  .pipe(z.record(z.string().regex(/^[a-z]{2}$/i), WordPressAccount))

export const wordPressSettings = settingGroup({
  variables: { WP_SITES: Accounts.optional() },
  expected: {
    WP_SITES:
      'JSON such as {"hs":{"baseUrl":"https://hearthside.example","user":"desk","appPassword":"…"}} with two-letter site codes',
  },
  refusedInProduction({ WP_SITES = {} }) {
    const [open] = Object.entries(WP_SITES).filter(([, { baseUrl }]) => isOpenToOthers(baseUrl))
    return open === undefined
      ? null
      : `WP_SITES is not usable: the password of ${open[0]} would be sent unencrypted to ${open[1].baseUrl}. Use its https:// address.`
  },
  settings: ({ WP_SITES = {} }): { publishing: Readonly<Record<string, WordPressAccount>> } => ({
    /** By two-letter site code in lower case; a site without an account uses the built-in posts. */
    publishing: Object.fromEntries(
      Object.entries(WP_SITES).map(([code, account]) => [code.toLowerCase(), account]),
    ),
  }),
  warnings: ({ publishing }) =>
    Object.entries(publishing)
      .filter(([, { baseUrl }]) => isLoopback(baseUrl))
      .map(
        ([code, { baseUrl }]) =>
          `WP_SITES: ${code} is on this machine (${baseUrl}), which readers can’t reach.`,
      ),
  vendors: ({ publishing }) =>
    Object.fromEntries(
      Object.entries(publishing).map(([code, { baseUrl, user }]) => [
        `posts of ${code}`,
        `WordPress at ${baseUrl} as ${user}`,
      ]),
    ),
})
