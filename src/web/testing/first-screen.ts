// Where users land after signing in. Loaded lazily in the product; imported here so that it is loaded before the first
// test's timeout starts.
import '#web/features/keywords/keywords/keywords-screen.tsx'
import '#web/app/searches.ts'
