import { z } from 'zod'
import {
  BUILT_IN,
  isOpenToOthers,
  optionalText,
  settingGroup,
  webAddress,
} from '../../settings/settings-group.ts'

export interface AtlassianAccount {
  orgId: string
  /** Of the organisation, not of a site. */
  key: string
  /** `-` stands for every directory of the organisation. */
  directoryId: string
  baseUrl: string
}

const Name = z.string().regex(/^[A-Za-z0-9-]{1,100}$/)

export const atlassianSettings = settingGroup({
  variables: {
    ATLASSIAN_ORG_ID: Name.optional(),
    ATLASSIAN_ORG_KEY: optionalText(),
    ATLASSIAN_DIRECTORY_ID: Name.prefault('-'),
    ATLASSIAN_BASE_URL: webAddress().prefault('https://api.atlassian.com'),
  },
  expected: {
    ATLASSIAN_ORG_ID: "the organisation's ID, as in its address at admin.atlassian.com",
    ATLASSIAN_DIRECTORY_ID: "a directory's ID, or - for all directories",
    ATLASSIAN_BASE_URL: 'an address such as https://api.atlassian.com',
  },
  together: [['ATLASSIAN_ORG_ID', 'ATLASSIAN_ORG_KEY']],
  refusedInProduction: ({ ATLASSIAN_ORG_KEY: key, ATLASSIAN_BASE_URL: baseUrl }) =>
    key !== undefined && isOpenToOthers(baseUrl)
      ? 'ATLASSIAN_BASE_URL is not usable: the key would be sent unencrypted.'
      : null,
  settings(values): { atlassian: AtlassianAccount | undefined } {
    const {
      ATLASSIAN_ORG_ID: orgId,
      ATLASSIAN_ORG_KEY: key,
      ATLASSIAN_DIRECTORY_ID: directoryId,
      ATLASSIAN_BASE_URL: baseUrl,
    } = values
    if (orgId === undefined || key === undefined) return { atlassian: undefined }
    return { atlassian: { orgId, key, directoryId, baseUrl } }
  },
  vendors: ({ atlassian }) => ({
    projectsAndWiki: atlassian ? `Atlassian at ${atlassian.baseUrl}` : BUILT_IN,
  }),
})
