import type { Db } from '../../db/connect.ts'
import type { WordPressAccount } from '../publishing-site/wordpress-settings.ts'
import type { AsanaAccount } from '../task-board/asana-settings.ts'
import { createAsanaDirectory } from './asana.ts'
import { listBuiltInDirectories } from './built-in.ts'
import { createGithubDirectories } from './github.ts'
import type { GithubAccount } from './github-settings.ts'
import type { AccountDirectory } from './port.ts'
import { createSlackDirectory } from './slack.ts'
import type { SlackAccount } from './slack-settings.ts'
import { createWordPressDirectory } from './wordpress.ts'

interface DirectoryParts {
  db: Db
  vendors: {
    asana: AsanaAccount | undefined
    github: GithubAccount | undefined
    slack: SlackAccount | undefined
    publishing: Readonly<Record<string, WordPressAccount>>
  }
  listSites: () => Promise<readonly { code: string; displayName: string; logoUrl: string }[]>
}

/** Every connected system that has accounts, by the settings that let us in. */
export const listDirectories =
  ({ db, vendors, listSites }: DirectoryParts) =>
  async (): Promise<readonly AccountDirectory[]> => {
    const { github, slack, asana, publishing } = vendors
    const ofSites = (await listSites()).flatMap((site) => {
      const account = publishing[site.code.toLowerCase()]
      return account ? [createWordPressDirectory({ account, site })] : []
    })
    return [
      ...(github ? createGithubDirectories(github) : []),
      ...(slack ? [createSlackDirectory(slack)] : []),
      ...(asana ? [createAsanaDirectory(asana)] : []),
      ...ofSites,
      ...(await listBuiltInDirectories(db)),
    ]
  }
