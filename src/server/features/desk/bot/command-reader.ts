import { permissionLabel } from '#shared/access/permission-words.ts'
import { isPermitted } from '#shared/access/permissions.ts'
import {
  type AskedCommand,
  commandNamed,
  commandsFor,
  typedCommand,
} from '#shared/features/desk/bot/rules.ts'
import { AppError } from '../../../errors.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { Caller } from '../../../security/actor.ts'
import { offer, quoted, say } from './answer-text.ts'
import type { BotAnswer, BotDeps, CommandReader, CommandReaders } from './deps.ts'
import { readEarnings } from './earnings-reader.ts'
import { readFound } from './find-reader.ts'
import { readHealth } from './health-reader.ts'
import { readKeyword } from './keyword-reader.ts'
import { readPending } from './pending-reader.ts'
import { readStock } from './stock-reader.ts'

const NOT_LOOKED_UP = 'I couldn’t look that up.'

const readHelp: CommandReader = async (_parts, actor) => {
  const lines = commandsFor(actor.permissions).map(
    ({ name, argument, summary }) => `/${name}${argument === '' ? '' : ` ${argument}`}: ${summary}`,
  )
  return say(`Here’s what I can look up for you:\n${lines.join('\n')}`)
}

const READERS: CommandReaders = {
  stock: readStock,
  keyword: readKeyword,
  pending: readPending,
  earnings: readEarnings,
  health: readHealth,
  find: readFound,
  help: readHelp,
}

/** Looks something up; what fails is an answer, too, and says why. */
export async function readCommand(deps: BotDeps, actor: Caller, asked: AskedCommand): Promise<BotAnswer> {
  const command = commandNamed(asked.name)
  if (command === undefined)
    return say(`I don’t know ${quoted(`/${asked.name}`)}. Here’s what I know:`, [
      { type: 'none', label: 'What can you do?', value: typedCommand('help') },
    ])
  if (!isPermitted(actor.permissions, command.access)) {
    const missing = command.access.map(permissionLabel).join(' or ')
    return say(`You can’t use /${command.name}: it needs the permission ${quoted(missing)}.`)
  }
  try {
    return await READERS[command.name](deps, actor, asked.words)
  } catch (error) {
    if (error instanceof IntegrationError) return say(NOT_LOOKED_UP, [], { error: sayRefusal(error) })
    if (error instanceof AppError) return say(NOT_LOOKED_UP, [], { error: error.message })
    deps.log.error({ err: error, command: command.name }, 'the bot could not look something up')
    return say(NOT_LOOKED_UP, [], { error: 'Something went wrong. Please try again in a moment.' })
  }
}

/** Answer to a message that is not a command. */
export function sayCommandsOnly(message: string, why = 'I only answer commands.'): BotAnswer {
  const words = message.trim().replace(/\s+/g, ' ')
  const isShort = words.length <= 60
  return say(`${why} Type / for commands${isShort ? ', or search everywhere for these words.' : '.'}`, [
    ...(isShort ? [offer(`Find ${quoted(words)}`, 'find', words)] : []),
    { type: 'none', label: 'What can you do?', value: typedCommand('help') },
  ])
}
