import { expect, test } from 'vitest'
import { SETTING_NAMES, strangeSettings } from './settings.ts'

test('a misspelt setting is reported, with the one that was meant; other programs’ settings are not', () => {
  const told = (name: string) => strangeSettings({ [name]: 'x' })
  const meant = {
    SMPT_URL: 'SMTP_URL',
    PUBLICURL: 'PUBLIC_URL',
    DATABSE_URL: 'DATABASE_URL',
    SESION_HOURS: 'SESSION_HOURS',
    AWS_ACCES_KEY_ID: 'AWS_ACCESS_KEY_ID',
    WP_SITE: 'WP_SITES',
    smtp_url: 'SMTP_URL',
    SMTP_HOST: 'SMTP_URL',
    SMTP_PASSWORD: 'SMTP_URL',
    DB_URL: 'DATABASE_URL',
    ORG_TIMEZONE: 'ORG_TZ',
    TRUST_PROXIES: 'TRUST_PROXY',
  }
  for (const [name, setting] of Object.entries(meant)) {
    expect(told(name)).toEqual([`${name} is not a setting and has no effect. Did you mean ${setting}?`])
  }
  for (const name of ['ASANA_PASSWORD', 'WORDPRESS_XX', 'JUNGLE_SCOUT_PASSWORD', 'SNOWFLAKE_DOOR'])
    expect(told(name)).toEqual([
      `${name} is not a setting and has no effect. See docs/operating/settings.md.`,
    ])
  const others =
    'AWS_REGION AWS_PROFILE AWS_SESSION_TOKEN HOSTNAME HOME PATH PWD MAIL MAILCHECK LANG SESSION_MANAGER NODE_PATH NODE_OPTIONS npm_config_cache PORTS POSTGRES_PASSWORD COPYDESK_INSTALLED DATE SHELL TERM'
  expect(others.split(' ').flatMap(told)).toEqual([])
  expect(SETTING_NAMES.flatMap(told)).toEqual([])
  expect(strangeSettings({ SMPT_URL: ' ' })).toEqual([])
})
