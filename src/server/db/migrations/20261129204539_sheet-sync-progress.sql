ALTER TABLE "sheet_syncs" ADD COLUMN "progress" jsonb;--> statement-breakpoint
-- Syncs whose server died before syncs were runs: nothing continues them, and an open one refuses others.
UPDATE "sheet_syncs" SET "ended_at" = now(), "failure" = 'It was interrupted. Rows already imported stay.' WHERE "ended_at" IS NULL AND "began_at" < now() - interval '15 minutes';
