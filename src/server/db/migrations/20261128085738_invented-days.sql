ALTER TABLE "search_days" ADD COLUMN "is_invented" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "search_days" SET "is_invented" = true WHERE "site_id" IN (
  SELECT "site_id" FROM "search_pages" JOIN "invented_searches" USING ("page_id"));
