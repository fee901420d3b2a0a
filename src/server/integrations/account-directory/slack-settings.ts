import { BUILT_IN, optionalText, settingGroup, webAddress } from '../../settings/settings-group.ts'

export interface SlackAccount {
  token: string
  adminToken: string
  baseUrl: string
  scimUrl: string
}

export const slackSettings = settingGroup({
  variables: {
    SLACK_BOT_TOKEN: optionalText(),
    SLACK_ADMIN_TOKEN: optionalText(),
    SLACK_BASE_URL: webAddress().prefault('https://slack.com/api'),
    SLACK_SCIM_URL: webAddress().prefault('https://api.slack.com/scim/v2'),
  },
  expected: {
    SLACK_BASE_URL: 'an address such as https://slack.com/api',
    SLACK_SCIM_URL: 'an address such as https://api.slack.com/scim/v2',
  },
  together: [['SLACK_BOT_TOKEN', 'SLACK_ADMIN_TOKEN']],
  settings(values): { slack: SlackAccount | undefined } {
    const { SLACK_BOT_TOKEN: token, SLACK_ADMIN_TOKEN: adminToken } = values
    if (token === undefined || adminToken === undefined) return { slack: undefined }
    return { slack: { token, adminToken, baseUrl: values.SLACK_BASE_URL, scimUrl: values.SLACK_SCIM_URL } }
  },
  vendors: ({ slack }) => ({ chat: slack ? `Slack at ${slack.baseUrl}` : BUILT_IN }),
})
