import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ended, eventually, isCommand, onFreePort } from './other-programs.ts'

const run = promisify(execFile)

/** Where Debian's package `wordpress` puts the program. */
const WORDPRESS = '/usr/share/wordpress'
const FIELDS = join(import.meta.dirname, '../../../docs/wordpress/copydesk-meta.php')

const missing = [
  ...['php', 'mariadbd', 'mariadb-install-db'].filter((name) => !isCommand(name)),
  ...[WORDPRESS].filter((folder) => !existsSync(join(folder, 'wp-settings.php'))),
]

/** Whether a real WordPress can be started here; where it cannot, its tests are left out. */
export const hasWordPress = missing.length === 0

if (!hasWordPress) {
  process.emitWarning(`${missing.join(', ')} missing: nothing is tried on a real WordPress.`)
}

/**
 * Time limit in milliseconds for one answer. A real program shares the processor with all other tests, so only the
 * limit of the test itself tells a slow answer from a missing one.
 */
export const WORDPRESS_PATIENCE_MS = 240_000

export interface WordPressServer {
  url: string
  user: string
  appPassword: string
  /** Runs PHP inside the site; answers what it prints. */
  php(code: string): Promise<string>
  stop(): Promise<void>
}

const CONFIG = (folder: string, url: string) => `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'wordpress'); define('DB_PASSWORD', 'wordpress');
define('DB_HOST', 'localhost:${folder}/db.sock'); define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', '${url}'); define('WP_SITEURL', '${url}');
// Allows application passwords without TLS.
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY'] as $key) define($key, 'for tests only');
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

/** The built-in server of PHP serves files; everything else is WordPress's own routing. */
const ROUTER = `<?php
$path = $_SERVER['DOCUMENT_ROOT'] . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (is_file($path)) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
`

/** A theme that says what themes say: who wrote it stands before an article, and what to do after it. */
const THEME = `<!doctype html>
<html><head><title><?php wp_title(''); ?></title><?php wp_head(); ?></head><body><main>
<?php while (have_posts()): the_post(); ?>
<h1><?php the_title(); ?></h1><p>Posted in News by <span class="writer"><?php the_author(); ?></span></p>
<div class="entry-content"><?php the_content(); ?></div><p>Leave a Reply</p>
<?php endwhile; ?></main><?php wp_footer(); ?></body></html>
`

const INSTALL = `
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
if (!function_exists('wp_new_blog_notification')) { function wp_new_blog_notification() {} }
wp_install('Test site', 'desk', 'desk@site.example', true, '', 'not used');
update_option('permalink_structure', '/%postname%/');
update_option('timezone_string', 'UTC');
switch_theme('plain');
$user = get_user_by('login', 'desk');
[$password] = WP_Application_Passwords::create_new_application_password($user->ID, ['name' => 'tests']);
echo WP_Application_Passwords::chunk_password($password);
`

async function startDatabase(folder: string): Promise<ChildProcess> {
  const { username } = userInfo()
  const data = join(folder, 'db')
  await run('mariadb-install-db', [
    ...['--no-defaults', `--user=${username}`, `--datadir=${data}`],
    ...['--auth-root-authentication-method=normal', '--skip-test-db'],
  ])
  const child = spawn(
    'mariadbd',
    [
      ...['--no-defaults', `--user=${username}`, `--datadir=${data}`, '--skip-networking'],
      ...[`--socket=${folder}/db.sock`, `--pid-file=${folder}/db.pid`],
      // The database is temporary, so durability does not matter.
      ...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=64M'],
    ],
    { stdio: 'ignore', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } },
  )
  const ask = (sql: string) =>
    run('mariadb', ['--no-defaults', '-u', 'root', '-S', `${folder}/db.sock`, '-e', sql])
  await eventually('The database', child, async () => Boolean(await ask('select 1')))
  await ask(
    "create database wordpress character set utf8mb4; create user wordpress@localhost identified by 'wordpress'; grant all on wordpress.* to wordpress@localhost",
  )
  return child
}

async function layOut(folder: string): Promise<void> {
  const site = join(folder, 'site')
  // The package's own folders for content and settings are links to places that are not ours.
  await cp(WORDPRESS, site, {
    recursive: true,
    dereference: true,
    filter: (source) => !/\/wp-content(\/|$)|wp-config\.php$/.test(source),
  })
  for (const part of ['uploads', 'mu-plugins', 'themes/plain']) {
    await mkdir(join(site, 'wp-content', part), { recursive: true })
  }
  await writeFile(join(site, 'wp-content/themes/plain/style.css'), '/* Theme Name: Plain */')
  await writeFile(join(site, 'wp-content/themes/plain/index.php'), THEME)
  await cp(FIELDS, join(site, 'wp-content/mu-plugins/copydesk-meta.php'))
  await writeFile(join(site, 'wp-config.php'), CONFIG(folder, 'http://127.0.0.1'))
  await writeFile(join(folder, 'router.php'), ROUTER)
}

/** Serves the prepared site under its final address. */
async function serve(folder: string, port: number): Promise<{ server: ChildProcess; url: string }> {
  const url = `http://127.0.0.1:${port}`
  const site = join(folder, 'site')
  await writeFile(join(site, 'wp-config.php'), CONFIG(folder, url))
  const server = spawn(
    'php',
    ['-d', 'sendmail_path=/bin/true', '-S', `127.0.0.1:${port}`, '-t', site, join(folder, 'router.php')],
    // Its workers outlive it unless the whole group is ended.
    { stdio: 'ignore', detached: true, env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' } },
  )
  try {
    await eventually('WordPress', server, async () => {
      const { home } = (await (await fetch(`${url}/wp-json/`)).json()) as { home?: string }
      return home === url
    })
  } catch (error) {
    await endGroup(server)
    throw error
  }
  return { server, url }
}

const endGroup = (server: ChildProcess) =>
  ended(server, () => server.pid !== undefined && process.kill(-server.pid, 'SIGTERM'))

/** A fresh WordPress of its own, on a loopback port, with one account that may do everything. */
export async function startWordPress(): Promise<WordPressServer> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-wordpress-'))
  await layOut(folder)
  const database = await startDatabase(folder)
  const closeDatabase = async () => {
    await ended(database, () => database.kill('SIGTERM'))
    await rm(folder, { recursive: true, force: true })
  }
  return serveOn(folder, closeDatabase).catch(async (error) => {
    await closeDatabase()
    throw error
  })
}

async function serveOn(folder: string, closeDatabase: () => Promise<void>): Promise<WordPressServer> {
  const site = join(folder, 'site')

  async function php(code: string, before = ''): Promise<string> {
    const prelude = `${before}$_SERVER['HTTP_HOST'] = '127.0.0.1'; $_SERVER['REQUEST_METHOD'] = 'GET'; require '${site}/wp-load.php';`
    const { stdout } = await run('php', ['-d', 'sendmail_path=/bin/true', '-r', `${prelude}${code}`])
    return stdout.trim()
  }

  const appPassword = await php(INSTALL, "define('WP_INSTALLING', true);")
  const { server, url } = await onFreePort((port) => serve(folder, port))
  return {
    url,
    user: 'desk',
    appPassword,
    php,
    async stop() {
      await endGroup(server)
      await closeDatabase()
    },
  }
}
