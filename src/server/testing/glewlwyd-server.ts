import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCookieJar } from './oidc-provider.ts'
import { ended, eventually, isCommand, onFreePort } from './other-programs.ts'

const PROGRAM = 'glewlwyd'

/** Whether a Glewlwyd can be started here; where it cannot, its tests are left out. */
export const hasGlewlwyd = isCommand(PROGRAM)

if (!hasGlewlwyd)
  process.emitWarning(`${PROGRAM} is missing: nobody signs in through a provider of that make.`)

/** The tables and the administrator that the package begins with. */
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const ADMIN = { username: 'admin', password: 'password' }
const SCOPES = ['openid', 'email', 'profile']

const MODULES = { user: 'user', client: 'client', user_auth_scheme: 'scheme', plugin: 'plugin' }

const CONFIG = (folder: string, port: number) => `port=${port}
bind_address="127.0.0.1"
external_url="http://127.0.0.1:${port}"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="ERROR"
session_key="session"
admin_scope="g_admin"
profile_scope="g_profile"
${Object.entries(MODULES)
  .map(([kind, part]) => `${kind}_module_path="/usr/lib/glewlwyd/${part}"`)
  .join('\n')}
hash_algorithm="SHA512"
database={ type="sqlite3"; path="${folder}/accounts.db"; };
`

/** Its part that speaks OpenID Connect, with a new key. */
function pluginAt(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    ...{ module: 'oidc', name: 'oidc', display_name: 'OpenID Connect' },
    parameters: {
      ...{ iss: issuer, 'subject-type': 'public', 'allowed-scope': SCOPES, 'jwks-show': true },
      ...{ 'jwt-type': 'rsa', 'jwt-key-size': '256', key: privateKey, cert: publicKey },
      ...{ 'access-token-duration': 3600, 'refresh-token-duration': 3600, 'code-duration': 600 },
      ...{ 'auth-type-code-enabled': true, 'auth-type-id-token-enabled': true },
      ...{ 'pkce-allowed': true, 'pkce-method-plain-allowed': false },
      ...{ 'email-claim': 'mandatory', 'name-claim': 'mandatory', 'scope-claim': 'no' },
    },
  }
}

export interface GlewlwydServer {
  issuer: string
  /** Somebody with an account there. */
  addUser(user: { username: string; name: string; email: string }): Promise<void>
  /** Signs a person in there, from `start` on; returns the address that leads back. */
  signIn(start: string, username: string): Promise<string>
  stop(): Promise<void>
}

type Client = { id: string; secret: string; redirectUri: string }

/** A Glewlwyd of its own on a loopback port, with its accounts in a temporary folder. */
export const startGlewlwyd = (client: Client): Promise<GlewlwydServer> =>
  onFreePort((port) => startOn(port, client))

/** A browser there. */
function browserAt(api: string) {
  const jar = createCookieJar()
  const send = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { cookie: jar.header(), 'content-type': 'application/json' },
    })
    jar.take(response.headers.getSetCookie())
    return response
  }
  const say = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const response = await send(`${api}${path}`, { method, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
  return { send, say }
}

async function prepare(api: string, issuer: string, { id, secret, redirectUri }: Client) {
  const { say } = browserAt(api)
  await say('POST', '/auth/', ADMIN)
  await say('POST', '/mod/plugin/', pluginAt(issuer))
  for (const name of SCOPES.slice(1))
    await say('POST', '/scope/', { name, display_name: name, password_required: false, scheme: {} })
  await say('POST', '/client/', {
    ...{ client_id: id, password: secret, client_secret: secret, confidential: true, enabled: true },
    ...{ redirect_uri: [redirectUri], authorization_type: ['code'], scope: [] },
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
  })
  return say
}

async function startOn(port: number, client: Client): Promise<GlewlwydServer> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-glewlwyd-'))
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(folder, 'accounts.db'))
  database.exec(await readFile(TABLES, 'utf8'))
  database.close()
  await writeFile(join(folder, 'glewlwyd.conf'), CONFIG(folder, port))
  const child = spawn(PROGRAM, ['-c', join(folder, 'glewlwyd.conf')], { cwd: folder, stdio: 'ignore' })
  const api = `http://127.0.0.1:${port}/api`
  const issuer = `${api}/oidc`
  async function stop() {
    await ended(child, () => child.kill('SIGTERM'))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually('Glewlwyd', child, async () => (await fetch(`http://127.0.0.1:${port}/config`)).ok)
    const say = await prepare(api, issuer, client)
    const passwords = new Map<string, string>()
    return {
      issuer,
      async addUser(user) {
        const password = randomUUID()
        passwords.set(user.username, password)
        await say('POST', '/user/', { ...user, password, enabled: true, scope: [...SCOPES, 'g_profile'] })
      },
      async signIn(start, username) {
        const visitor = browserAt(api)
        const asked = (await visitor.send(start)).headers.get('location') ?? ''
        const callback = new URL(asked).searchParams.get('callback_url')
        if (callback === null) throw new Error(`It does not ask who the user is, but leads to ${asked}`)
        await visitor.say('POST', '/auth/', { username, password: passwords.get(username) })
        await visitor.say('PUT', `/auth/grant/${client.id}`, { scope: SCOPES.join(' ') })
        // Its page for signing in adds the mark before it goes on.
        const back = (await visitor.send(`${callback}&g_continue`)).headers.get('location')
        if (back === null) throw new Error('It leads nowhere.')
        return back
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
