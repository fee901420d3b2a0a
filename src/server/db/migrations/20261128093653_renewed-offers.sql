ALTER TABLE "article_posts" ADD COLUMN "offers_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "article_posts" ADD COLUMN "offers_tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "article_posts" ADD COLUMN "removed_pictures" jsonb;--> statement-breakpoint
ALTER TABLE "article_posts" ADD COLUMN "shows_prices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "search_days" ADD COLUMN "is_invented" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "shows_prices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "disclosure" text DEFAULT 'We independently choose what we recommend. If you buy through links on this page, we may earn a commission at no extra cost to you.' NOT NULL;--> statement-breakpoint
UPDATE "search_days" SET "is_invented" = true WHERE "site_id" IN (
  SELECT "site_id" FROM "search_pages" JOIN "invented_searches" USING ("page_id"));
