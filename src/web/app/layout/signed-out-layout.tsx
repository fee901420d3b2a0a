import { Link, Outlet } from '@tanstack/react-router'
import type { ScreenName } from '#shared/access/screens.ts'
import { SCREENS } from '#shared/access/screens.ts'
import { Mark } from '#web/ui/logo.tsx'
import { PageChrome } from '#web/ui/page.tsx'
import { PRODUCT_NAME, TAGLINE } from '../product.ts'
import { Footer } from './footer.tsx'

const chrome = { productName: PRODUCT_NAME, leading: null }

/** Open screens that only ask something need no more width than signing in. */
const SMALL: readonly ScreenName[] = ['unsubscribe']

/** A centred card titled with the tool's name; wider for most public screens. */
export function SignedOutLayout({ screen }: { screen: ScreenName }) {
  const isOpenScreen = SCREENS[screen].access === 'anyone'
  return (
    <div className="signed-out column justify-center gap-20">
      <main className={isOpenScreen && !SMALL.includes(screen) ? 'card roomy' : 'card'}>
        {isOpenScreen ? (
          <p className="card-title row gap-12">
            <Link to="/">
              <Mark size={32} />
              {PRODUCT_NAME}
            </Link>
          </p>
        ) : (
          <>
            <title>{`${SCREENS[screen].title} · ${PRODUCT_NAME}`}</title>
            <h1 className="card-title row gap-12">
              <Mark size={32} />
              {PRODUCT_NAME}
            </h1>
            <p className="card-tagline">{TAGLINE}</p>
          </>
        )}
        <PageChrome value={chrome}>
          <Outlet />
        </PageChrome>
      </main>
      <Footer />
    </div>
  )
}
