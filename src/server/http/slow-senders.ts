import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HOUR_MS } from '#shared/format/duration.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes a file that may be large, and comes as fast as its sender's line lets it. */
    isStream?: boolean
  }
}

/** How long senders may take over what they send. */
export interface Patience {
  /** For a whole call, in milliseconds. */
  callMs: number
  /** Minimum bytes of a large file within each window. */
  windowMs: number
  leastBytes: number
  /** For a whole file, however steadily it comes. */
  fileMs: number
}

export const USUAL_PATIENCE: Patience = {
  callMs: 60_000,
  windowMs: 30_000,
  // 2 kB a second: a bad line on a train.
  leastBytes: 64_000,
  fileMs: 2 * HOUR_MS,
}

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends a connection whose sender is too slow; an answer that has begun to go out is not spoilt. */
function cut({ raw: { socket } }: FastifyRequest, isAnswered: boolean): void {
  if (!isAnswered) socket.write(TOO_SLOW)
  socket.destroySoon()
}

/** Data that we have not read yet is not the sender's fault. */
const isOurTurn = ({ raw }: FastifyRequest) => raw.readableLength > 0 || raw.socket.isPaused()

/**
 * Ends calls that are sent too slowly. Replaces the server's own limit, which treats uploads like other
 * calls. A large file may take long as long as data arrives; headers always have their own limit.
 */
export function addSenderLimits(server: FastifyInstance, patience: Patience = USUAL_PATIENCE): void {
  const { callMs, windowMs, leastBytes, fileMs } = patience
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const isStream = request.routeOptions.config.isStream === true
    const begun = performance.now()
    let seen = raw.socket.bytesRead
    let timer: NodeJS.Timeout
    const look = () => {
      if (raw.complete || raw.readableEnded || raw.destroyed) return
      const came = raw.socket.bytesRead - seen
      seen = raw.socket.bytesRead
      const isSteady = isStream && (came >= leastBytes || isOurTurn(request))
      if (isSteady && performance.now() - begun < fileMs) wait(windowMs)
      else cut(request, reply.raw.headersSent)
    }
    const wait = (milliseconds: number) => {
      timer = setTimeout(look, milliseconds).unref()
    }
    // A call that the server makes to itself has no sender.
    if (hasBody(request) && raw.socket instanceof Socket) {
      wait(isStream ? windowMs : callMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
