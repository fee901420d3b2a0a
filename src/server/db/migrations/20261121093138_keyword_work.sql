CREATE TABLE "article_checklist" (
	"article_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" integer,
	CONSTRAINT "article_checklist_article_id_position_pk" PRIMARY KEY("article_id","position")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"export_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "excluded_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keyword_change_parts" (
	"change_id" integer NOT NULL,
	"value_id" integer NOT NULL,
	"kind" text NOT NULL,
	"is_added" boolean NOT NULL,
	"keyword_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"tracked_since" timestamp with time zone[],
	CONSTRAINT "keyword_change_parts_change_id_kind_value_id_is_added_pk" PRIMARY KEY("change_id","kind","value_id","is_added")
);
--> statement-breakpoint
CREATE TABLE "keyword_changes" (
	"change_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keyword_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"action" text NOT NULL,
	"change" jsonb NOT NULL,
	"state" text NOT NULL,
	"selected" integer NOT NULL,
	"keyword_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "keyword_comments" (
	"comment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keyword_comments_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"keyword_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"comment" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"view_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_team" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_items" (
	"day" date NOT NULL,
	"keyword_id" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_items_day_keyword_id_pk" PRIMARY KEY("day","keyword_id")
);
--> statement-breakpoint
CREATE TABLE "keyword_days" (
	"keyword_id" integer PRIMARY KEY NOT NULL,
	"last_day" date NOT NULL,
	"seen" bit(128) DEFAULT 0::bit(128) NOT NULL,
	"won" bit(128) DEFAULT 0::bit(128) NOT NULL,
	"as_of" date NOT NULL,
	"rate_7" real,
	"rate_30" real,
	"rate_90" real,
	"last_publisher_id" integer,
	"last_is_winning" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publisher_days" (
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"keywords" integer NOT NULL,
	CONSTRAINT "publisher_days_day_publisher_id_pk" PRIMARY KEY("day","publisher_id")
);
--> statement-breakpoint
CREATE TABLE "publishers" (
	"publisher_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publishers_publisher_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"is_ours" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stats" (
	"stat_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stats_stat_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"keyword_id" integer NOT NULL,
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"is_winning" boolean NOT NULL,
	"story_id" integer NOT NULL,
	-- Carries every column: a keyword's calendar is read from this index alone.
	CONSTRAINT "stats_keyword_id_day_publisher_id_pk" PRIMARY KEY("keyword_id","day","publisher_id") INCLUDE ("stat_id", "is_winning", "story_id")
);
--> statement-breakpoint
CREATE TABLE "stories" (
	"story_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stories_story_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"fingerprint" text NOT NULL,
	"title" text NOT NULL,
	"published_date" text,
	"url" text,
	"items" jsonb NOT NULL,
	"last_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "tracked_since" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "tag_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "site_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "article_statuses" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Tags and sites move into the keyword's own row, which is then the only place that knows them.
UPDATE "keywords" k SET
	"tag_ids" = coalesce((SELECT array_agg("tag_id" ORDER BY "tag_id") FROM "keyword_tags" t WHERE t."keyword_id" = k."keyword_id"), '{}'),
	"site_ids" = coalesce((SELECT array_agg("site_id" ORDER BY "site_id") FROM "keyword_sites" s WHERE s."keyword_id" = k."keyword_id"), '{}'),
	"tracked_since" = CASE WHEN "is_tracked" THEN "created_at" END;--> statement-breakpoint
DROP TABLE "keyword_sites";--> statement-breakpoint
DROP TABLE "keyword_tags";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "keyword_id" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "comment_id" integer;--> statement-breakpoint
ALTER TABLE "article_checklist" ADD CONSTRAINT "article_checklist_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_checklist" ADD CONSTRAINT "article_checklist_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_change_parts" ADD CONSTRAINT "keyword_change_parts_change_id_keyword_changes_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."keyword_changes"("change_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_comments" ADD CONSTRAINT "keyword_comments_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_comments" ADD CONSTRAINT "keyword_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_days" ADD CONSTRAINT "keyword_days_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_days" ADD CONSTRAINT "keyword_days_last_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("last_publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publisher_days" ADD CONSTRAINT "publisher_days_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stats" ADD CONSTRAINT "stats_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stats" ADD CONSTRAINT "stats_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_user" ON "exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "keyword_changes_user" ON "keyword_changes" USING btree ("user_id","change_id");--> statement-breakpoint
CREATE INDEX "keyword_comments_keyword" ON "keyword_comments" USING btree ("keyword_id","comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","screen",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_team" ON "saved_views" USING btree ("screen") WHERE "saved_views"."is_team";--> statement-breakpoint
CREATE INDEX "collection_items_waiting" ON "collection_items" USING btree ("day","due_at") WHERE "collection_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "keyword_days_rate_7" ON "keyword_days" USING btree ("rate_7" DESC NULLS LAST,"keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_days_rate_30" ON "keyword_days" USING btree ("rate_30" DESC NULLS LAST,"keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_days_rate_90" ON "keyword_days" USING btree ("rate_90" DESC NULLS LAST,"keyword_id");--> statement-breakpoint
CREATE INDEX "keyword_days_as_of" ON "keyword_days" USING brin ("as_of");--> statement-breakpoint
CREATE UNIQUE INDEX "publishers_name_key" ON "publishers" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "stats_id_key" ON "stats" USING btree ("stat_id");--> statement-breakpoint
CREATE INDEX "stats_day" ON "stats" USING brin ("day");--> statement-breakpoint
CREATE INDEX "stories_last_day" ON "stories" USING btree ("last_day");--> statement-breakpoint
CREATE UNIQUE INDEX "stories_fingerprint_key" ON "stories" USING btree ("fingerprint");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_comment_id_keyword_comments_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."keyword_comments"("comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_comment" ON "notices" USING btree ("comment_id","user_id") WHERE "notices"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "keywords_created" ON "keywords" USING btree ("created_at","keyword_id");--> statement-breakpoint
CREATE INDEX "keywords_tracked" ON "keywords" USING btree ("created_at","keyword_id") WHERE "keywords"."is_tracked";--> statement-breakpoint
CREATE INDEX "keywords_with_articles" ON "keywords" USING btree ("created_at","keyword_id") WHERE "keywords"."article_statuses" <> 0;--> statement-breakpoint
CREATE INDEX "keywords_tags" ON "keywords" USING gin ("tag_ids");--> statement-breakpoint
CREATE INDEX "keywords_sites" ON "keywords" USING gin ("site_ids");--> statement-breakpoint
-- One bit per status that an article of the keyword has. Drafts are nobody's business but their owner's and have none.
CREATE FUNCTION article_status_bit(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE status WHEN 'requested' THEN 2 WHEN 'approved' THEN 4 WHEN 'rejected' THEN 8 WHEN 'returned' THEN 16 WHEN 'canceled' THEN 32 WHEN 'published' THEN 64 ELSE 0 END::smallint
$$;--> statement-breakpoint
CREATE FUNCTION refresh_article_statuses(changed integer[]) RETURNS void LANGUAGE sql AS $$
	UPDATE keywords k SET article_statuses = now_so.statuses
	FROM (
		SELECT c.keyword_id, coalesce(bit_or(article_status_bit(a.status)), 0::smallint) AS statuses
		FROM (SELECT keyword_id FROM keywords WHERE keyword_id = ANY(changed) ORDER BY keyword_id FOR NO KEY UPDATE) c
		LEFT JOIN article_keywords l ON l.keyword_id = c.keyword_id
		LEFT JOIN articles a ON a.article_id = l.article_id
		GROUP BY c.keyword_id
	) now_so
	WHERE k.keyword_id = now_so.keyword_id AND k.article_statuses <> now_so.statuses
$$;--> statement-breakpoint
CREATE FUNCTION article_keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_article_statuses(ARRAY(SELECT DISTINCT keyword_id FROM changed));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION article_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_article_statuses(ARRAY(
		SELECT DISTINCT l.keyword_id FROM after_it a JOIN before_it b USING (article_id)
		JOIN article_keywords l ON l.article_id = a.article_id WHERE a.status <> b.status
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_keywords_added AFTER INSERT ON article_keywords REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION article_keywords_changed();--> statement-breakpoint
CREATE TRIGGER article_keywords_removed AFTER DELETE ON article_keywords REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION article_keywords_changed();--> statement-breakpoint
CREATE TRIGGER articles_changed AFTER UPDATE ON articles REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
	FOR EACH STATEMENT EXECUTE FUNCTION article_status_changed();--> statement-breakpoint
SELECT refresh_article_statuses(ARRAY(SELECT DISTINCT keyword_id FROM article_keywords));
