import './game-solutions.css'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { GameSolutions } from '#shared/features/desk/game-solutions/contract.ts'
import { useUser } from '#web/api/session.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { FAILURES, failedRun } from './messages.ts'
import { solutionsQuery, useRun } from './queries.ts'
import { SolutionCard } from './solution-card.tsx'

/** The letters of a word as the game shows them. */
function Tiles({ word, isLarge }: { word: string; isLarge: boolean }) {
  const letters = [...word.toUpperCase()].map((letter, place) => ({ letter, key: `${place}${letter}` }))
  return (
    <span
      className={
        isLarge
          ? 'solution-tiles inline-row align-stretch gap-4 large'
          : 'solution-tiles inline-row align-stretch gap-4'
      }
    >
      <span className="visually-hidden">{word}</span>
      {letters.map(({ letter, key }) => (
        <span key={key} aria-hidden="true">
          {letter}
        </span>
      ))}
    </span>
  )
}

function hintsOf(word: string): [string, string][] {
  const letters = [...word]
  const repeated = [...new Set(letters.filter((letter, place) => letters.indexOf(letter) !== place))]
  return [
    ['starts with', word.charAt(0).toUpperCase()],
    ['vowels', String(letters.filter((letter) => 'aeiou'.includes(letter)).length)],
    ['repeated letters', repeated.join(', ').toUpperCase() || 'none'],
  ]
}

function RunButton({ isRunning }: { isRunning: boolean }) {
  const { mutate: run, isPending } = useRun()
  return (
    <Button type="primary" loading={isRunning || isPending} onClick={() => run()}>
      <Play size={16} aria-hidden="true" />
      Run
    </Button>
  )
}

function Games({ found }: { found: GameSolutions }) {
  return (
    <div className="game-solutions">
      <SolutionCard
        game="Wordle"
        day={found.day}
        solution={found.wordleSolution}
        future={found.wordleFutureSolutions}
        source={found.wordle_source}
        draw={(word, isLarge) => <Tiles word={word} isLarge={isLarge} />}
        hints={hintsOf}
      />
      <SolutionCard
        game="Heardle"
        day={found.day}
        solution={found.heardleSolution}
        future={found.heardleFutureSolutions}
        source={found.heardle_source}
        draw={(song, isLarge) => (
          <span
            className={
              isLarge ? 'solution-song medium break-words large' : 'solution-song medium break-words'
            }
          >
            {song}
          </span>
        )}
      />
    </div>
  )
}

/** Solutions of word games for today and the coming days; public. */
export function GameSolutionsScreen() {
  const { data: found, error, refetch } = useQuery(solutionsQuery)
  const isSignedIn = useUser() !== null
  return (
    <Page
      title={SCREENS.gameSolutions.title}
      about={
        found && (
          <span className="meta" role="status">
            {found.is_running ? 'Running …' : 'Last ran '}
            {!found.is_running && (found.created ? <Moment moment={found.created} /> : 'never')}
          </span>
        )
      }
      actions={isSignedIn && <RunButton isRunning={found?.is_running === true} />}
    >
      {!found && error && (
        <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
      )}
      {!found && !error && <Skeleton lines={6} />}
      {isSignedIn && found?.failure && !found.is_running && (
        <Alert kind="warn">{failedRun(found.failure)}</Alert>
      )}
      {found && <Games found={found} />}
    </Page>
  )
}
