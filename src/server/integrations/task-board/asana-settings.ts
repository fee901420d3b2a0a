import { z } from 'zod'
import { BUILT_IN, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'

export interface AsanaAccount {
  token: string
  workspaceGid: string
  updateLevelField: string
  baseUrl: string
}

export const asanaSettings = settingGroup({
  variables: {
    ASANA_TOKEN: optionalText(),
    ASANA_WORKSPACE_GID: z.string().regex(/^\d+$/).optional(),
    ASANA_UPDATE_LEVEL_FIELD: z.string().min(1).default('Update Level'),
    ASANA_BASE_URL: webAddress().prefault('https://app.asana.com/api/1.0'),
  },
  expected: {
    ASANA_WORKSPACE_GID: 'the ID of the workspace, digits only',
    ASANA_BASE_URL: 'an address such as https://app.asana.com/api/1.0',
  },
  together: [['ASANA_TOKEN', 'ASANA_WORKSPACE_GID']],
  settings(values): { asana: AsanaAccount | undefined } {
    const { ASANA_TOKEN: token, ASANA_WORKSPACE_GID: workspaceGid } = values
    if (token === undefined || workspaceGid === undefined) return { asana: undefined }
    const { ASANA_UPDATE_LEVEL_FIELD: updateLevelField, ASANA_BASE_URL: baseUrl } = values
    return { asana: { token, workspaceGid, updateLevelField, baseUrl } }
  },
  vendors: ({ asana }) => ({
    taskBoard: asana ? `Asana workspace ${asana.workspaceGid} at ${asana.baseUrl}` : BUILT_IN,
  }),
})
