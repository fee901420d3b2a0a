import type { Db } from '../../db/connect.ts'
import type { PortCheck } from '../health.ts'
import type { WordPressAccount } from '../publishing-site/wordpress-settings.ts'
import type { AsanaAccount } from '../task-board/asana-settings.ts'
import { createAsanaDirectory } from './asana.ts'
import { createAtlassianDirectory } from './atlassian.ts'
import type { AtlassianAccount } from './atlassian-settings.ts'
import { listBuiltInDirectories } from './built-in.ts'
import { createGithubDirectories } from './github.ts'
import type { GithubAccount } from './github-settings.ts'
import { createGoogleWorkspaceDirectory } from './google-workspace.ts'
import type { GoogleWorkspaceAccount } from './google-workspace-settings.ts'
import type { AccountDirectory } from './port.ts'
import { createSlackDirectory } from './slack.ts'
import type { SlackAccount } from './slack-settings.ts'
import { createWordPressDirectory } from './wordpress.ts'

interface DirectoryDeps {
  db: Db
  clock: () => Date
  vendors: {
    googleWorkspace: GoogleWorkspaceAccount | undefined
    atlassian: AtlassianAccount | undefined
    asana: AsanaAccount | undefined
    github: GithubAccount | undefined
    slack: SlackAccount | undefined
    publishing: Readonly<Record<string, WordPressAccount>>
  }
  listSites: () => Promise<readonly { code: string; displayName: string; logoUrl: string }[]>
}

/** Every connected system that has accounts, by the settings that let us in, and how its credentials are looked after. */
export function chooseDirectories({ db, clock, vendors, listSites }: DirectoryDeps) {
  const { github, slack, asana, publishing, googleWorkspace: google, atlassian } = vendors
  const connected = [
    ...(github ? createGithubDirectories(github) : []),
    ...(slack ? [createSlackDirectory(slack)] : []),
    ...(google ? [createGoogleWorkspaceDirectory({ account: google, clock: () => clock().getTime() })] : []),
    ...(asana ? [createAsanaDirectory(asana)] : []),
    ...(atlassian ? [createAtlassianDirectory(atlassian)] : []),
  ]
  return {
    // The token of Asana is asked as that of the task board already.
    checks: connected
      .filter(({ operation }) => operation !== 'asana')
      .flatMap(({ operationName, health }): PortCheck[] =>
        health ? [{ port: `Accounts of ${operationName}`, ...health }] : [],
      ),
    async list(): Promise<readonly AccountDirectory[]> {
      const ofSites = (await listSites()).flatMap((site) => {
        const account = publishing[site.code.toLowerCase()]
        return account ? [createWordPressDirectory({ account, site })] : []
      })
      return [...connected, ...ofSites, ...(await listBuiltInDirectories(db))]
    },
  }
}
