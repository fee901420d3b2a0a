import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiToken, ApiTokens, MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { isTokenOver, tokenState } from '#shared/features/ground/tokens/form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { limitReached, MESSAGES, type TokenAccount } from './messages.ts'
import { tokensQuery } from './queries.ts'
import { TokensTable } from './tokens-table.tsx'

const NewTokenDialog = onDemand(() =>
  import('./new-token-dialog.tsx').then(({ NewTokenDialog }) => NewTokenDialog),
)
const RotateTokenDialog = onDemand(() =>
  import('./rotate-token-dialog.tsx').then(({ RotateTokenDialog }) => RotateTokenDialog),
)
const TokenSecretDialog = onDemand(() =>
  import('./token-secret-dialog.tsx').then(({ TokenSecretDialog }) => TokenSecretDialog),
)

interface TokensPanelProps {
  account: TokenAccount
  title: string
  /** Whether the user may revoke tokens; those who may also make and rotate them, except other people’s. */
  mayChange: boolean
  /** The account is locked: nothing can use a token of it. */
  isLocked?: boolean
  /** Shown where the workspace allows no tokens of this kind. */
  notAllowed?: ReactNode
}

const working = ({ tokens }: ApiTokens, now: Date) =>
  tokens.filter((token) => !isTokenOver(tokenState(token, now))).length

interface HeadProps extends TokensPanelProps {
  tokens: ApiTokens | undefined
  onNew: () => void
}

/** The title with the number of tokens, and the way to one more. */
function Head({ account: { holder }, title, mayChange, isLocked = false, tokens, onNew }: HeadProps) {
  const count = tokens && working(tokens, new Date())
  const isFull = tokens !== undefined && count !== undefined && count >= tokens.most
  const mayMake = mayChange && holder !== 'person' && tokens?.is_allowed === true && !isLocked
  return (
    <>
      <div className="row gap-8 whole-line">
        <h2>{title}</h2>
        {tokens && count !== undefined && (tokens.tokens.length > 0 || holder === 'own') && (
          <span className="meta tabular">{holder === 'own' ? `${count} of ${tokens.most}` : count}</span>
        )}
        {mayMake && !isFull && (
          <Button size="small" className="push" icon={<Plus aria-hidden="true" />} onClick={onNew}>
            New token
          </Button>
        )}
      </div>
      {isLocked && <p className="meta whole-line">{MESSAGES.locked}</p>}
      {mayMake && isFull && <p className="meta whole-line">{limitReached(holder, tokens.most)}</p>}
    </>
  )
}

/** When a token's secret is closed, the focus returns to the token's row: what opened the dialog may be gone. */
function useRowFocusAfter(made: MadeApiToken | null) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (made === null) return undefined
    const { id } = made.token
    return () => box.current?.querySelector<HTMLElement>(`[data-token="${id}"] button`)?.focus()
  }, [made])
  return box
}

/** The API tokens of an account, and the dialogs that make, show and rotate them. */
export function TokensPanel(props: TokensPanelProps) {
  const { account, mayChange, notAllowed, isLocked = false } = props
  const query = useQuery(tokensQuery(account.userId))
  const [isMaking, setMaking] = useState(false)
  const [rotated, setRotated] = useState<ApiToken | null>(null)
  /** The only place that holds a token's secret; it is gone when the dialog closes. */
  const [made, setMade] = useState<MadeApiToken | null>(null)
  const box = useRowFocusAfter(made)
  const tokens = query.data
  const isOff = tokens !== undefined && !tokens.is_allowed && account.holder === 'own'
  const show = (secret: MadeApiToken) => {
    setMaking(false)
    setRotated(null)
    setMade(secret)
  }
  return (
    <div className="tokens" ref={box}>
      {isOff && tokens.tokens.length === 0 ? (
        <section className="sheet side-panel" aria-labelledby="tokens-title">
          <h2 id="tokens-title">{props.title}</h2>
          {notAllowed}
        </section>
      ) : (
        <TokensTable
          account={account}
          label={props.title}
          mayChange={mayChange}
          mayRotate={!isOff && !isLocked}
          query={query}
          onRotate={setRotated}
          toolbar={
            <>
              <Head {...props} tokens={tokens} onNew={() => setMaking(true)} />
              {isOff && <div className="whole-line">{notAllowed}</div>}
            </>
          }
        />
      )}
      {isMaking && tokens && (
        <NewTokenDialog
          account={account}
          mostDays={tokens.most_days}
          onMade={show}
          onClose={() => setMaking(false)}
        />
      )}
      {rotated && (
        <RotateTokenDialog
          userId={account.userId}
          token={rotated}
          onMade={show}
          onClose={() => setRotated(null)}
        />
      )}
      {made && <TokenSecretDialog made={made} onClose={() => setMade(null)} />}
    </div>
  )
}
