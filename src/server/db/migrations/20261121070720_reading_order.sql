DROP INDEX "articles_title";--> statement-breakpoint
CREATE INDEX "articles_title_read" ON "articles" USING btree (lower("title" collate "und-x-icu"),"article_id");