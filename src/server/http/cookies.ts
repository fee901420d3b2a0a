import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieJar } from '../calls/handlers.ts'

/** The value of a cookie of this name; null if there is none, or several. */
function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [value, ...others] = values
  return value === undefined || others.length > 0 ? null : value
}

/**
 * Cookies that only the server reads. With TLS their names begin with `__Host-`: no other host and no page without TLS
 * can set them.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, isTls: boolean): CookieJar {
  const nameOf = (name: string) => (isTls ? `__Host-${name}` : name)
  const write = (name: string, value: string, { seconds, sameSite }: Parameters<CookieJar['write']>[2]) => {
    const attributes = [`Path=/`, `Max-Age=${seconds}`, 'HttpOnly', `SameSite=${sameSite}`]
    const cookie = [`${nameOf(name)}=${value}`, ...attributes, ...(isTls ? ['Secure'] : [])].join('; ')
    void reply.header('set-cookie', cookie)
  }
  return {
    read: (name) => readCookie(request.headers.cookie, nameOf(name)),
    write,
    clear: (name) => write(name, '', { seconds: 0, sameSite: 'Strict' }),
  }
}
