DROP INDEX "articles_user";--> statement-breakpoint
DROP INDEX "articles_site";--> statement-breakpoint
DROP INDEX "articles_title_read";--> statement-breakpoint
CREATE INDEX "articles_user" ON "articles" USING btree ("user_id","article_id","status","revises_id");--> statement-breakpoint
CREATE INDEX "articles_site" ON "articles" USING btree ("site_id","article_id","status","user_id","revises_id");--> statement-breakpoint
CREATE INDEX "articles_title_read" ON "articles" USING btree (lower("title" collate "und-x-icu"),"article_id","title","status","user_id","revises_id");