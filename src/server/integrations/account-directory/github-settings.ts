import { z } from 'zod'
import { BUILT_IN, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'

export interface GithubAccount {
  token: string
  orgs: readonly string[]
  baseUrl: string
}

const Orgs = z
  .string()
  .transform((names) => names.split(',').map((name) => name.trim()))
  .pipe(z.array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/)).min(1))

export const githubSettings = settingGroup({
  variables: {
    GITHUB_TOKEN: optionalText(),
    GITHUB_ORGS: Orgs.optional(),
    GITHUB_BASE_URL: webAddress().prefault('https://api.github.com'),
  },
  expected: {
    GITHUB_ORGS: 'names of organisations such as acme,acme-labs',
    GITHUB_BASE_URL: 'an address such as https://api.github.com',
  },
  together: [['GITHUB_TOKEN', 'GITHUB_ORGS']],
  settings({ GITHUB_TOKEN: token, GITHUB_ORGS: orgs, GITHUB_BASE_URL: baseUrl }): {
    github: GithubAccount | undefined
  } {
    return { github: token === undefined || orgs === undefined ? undefined : { token, orgs, baseUrl } }
  },
  vendors: ({ github }) => ({
    codeHosting: github ? `GitHub ${github.orgs.join(', ')} at ${github.baseUrl}` : BUILT_IN,
  }),
})
