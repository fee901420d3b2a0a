create extension if not exists pg_trgm;--> statement-breakpoint
-- The day on which the side that last held a keyword took it over from the other side: the first day with data after the
-- other side's last one. Null where the other side has not held it within the days that are kept.
CREATE FUNCTION moved_on(last_day date, seen bit, won bit) RETURNS date IMMUTABLE LANGUAGE sql AS $$
	SELECT CASE WHEN other > 0
		THEN last_day - (other - 1 - position('1' in reverse(substring(seen::text from 1 for other - 1)))) END
	FROM (SELECT position(B'1' in CASE get_bit(won, 0) WHEN 1 THEN seen & ~won ELSE won END) AS other) o
$$;--> statement-breakpoint
CREATE TABLE "access_review_accounts" (
	"reviewed_account_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_review_accounts_reviewed_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"review_id" integer NOT NULL,
	"operation" text NOT NULL,
	"account" text NOT NULL,
	"email" text,
	"name" text,
	"url" text,
	"detail" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"person_id" integer,
	"decision" text,
	"outcome" text DEFAULT '' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"is_own" boolean DEFAULT false NOT NULL,
	CONSTRAINT "access_review_accounts_once" UNIQUE("review_id","operation","account"),
	CONSTRAINT "access_review_accounts_decision_known" CHECK ("access_review_accounts"."decision" in ('keep', 'revoking', 'revoked', 'closed'))
);--> statement-breakpoint
CREATE TABLE "access_review_systems" (
	"review_id" integer NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"position" integer NOT NULL,
	"is_by_name" boolean NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL,
	CONSTRAINT "access_review_systems_review_id_operation_pk" PRIMARY KEY("review_id","operation"),
	CONSTRAINT "access_review_systems_state_known" CHECK ("access_review_systems"."state" in ('waiting', 'listed', 'failed'))
);--> statement-breakpoint
CREATE TABLE "access_reviews" (
	"review_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_reviews_review_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" integer
);--> statement-breakpoint
CREATE TABLE "adopted_posts" (
	"adoption_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"outcome" text,
	"title" text DEFAULT '' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"focus_keyword" text DEFAULT '' NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "adopted_posts_adoption_id_post_id_pk" PRIMARY KEY("adoption_id","post_id")
);--> statement-breakpoint
CREATE TABLE "adoptions" (
	"adoption_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adoptions_adoption_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'listing' NOT NULL,
	"user_id" integer,
	"reason" text,
	"since" timestamp with time zone,
	"listed" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"alone" smallint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "alert_answers" (
	"rule_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"is_right" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_answers_rule_id_subject_id_user_id_pk" PRIMARY KEY("rule_id","subject_id","user_id")
);--> statement-breakpoint
CREATE TABLE "alert_facts" (
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	"value" real NOT NULL,
	"was" double precision NOT NULL,
	"is" double precision NOT NULL,
	"site_ids" integer[] NOT NULL,
	CONSTRAINT "alert_facts_kind_subject_id_from_day_pk" PRIMARY KEY("kind","subject_id","from_day")
);--> statement-breakpoint
CREATE TABLE "alert_people" (
	"rule_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "alert_people_rule_id_user_id_pk" PRIMARY KEY("rule_id","user_id")
);--> statement-breakpoint
CREATE TABLE "alert_reaches" (
	"kind" text NOT NULL,
	"known_from" date,
	"counted_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"rule_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"against" text NOT NULL,
	"threshold" integer NOT NULL,
	"least" integer NOT NULL,
	"site_id" integer,
	"cool_down_days" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"roles" text[] NOT NULL,
	"named_now" integer DEFAULT 0 NOT NULL,
	"told_90" integer DEFAULT 0 NOT NULL,
	"evaluated_on" date,
	"changed_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);--> statement-breakpoint
CREATE TABLE "alert_tellings" (
	"rule_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "alert_tellings_rule_id_subject_id_day_pk" PRIMARY KEY("rule_id","subject_id","day")
);--> statement-breakpoint
CREATE TABLE "answered_calls" (
	"user_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"call_key" text NOT NULL,
	"digest" text NOT NULL,
	"made" jsonb,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answered_calls_user_id_endpoint_call_key_pk" PRIMARY KEY("user_id","endpoint","call_key")
);--> statement-breakpoint
CREATE TABLE "article_checklist" (
	"article_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" integer,
	CONSTRAINT "article_checklist_article_id_position_pk" PRIMARY KEY("article_id","position")
);--> statement-breakpoint
CREATE TABLE "article_claims" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"session_hash" text
);--> statement-breakpoint
CREATE TABLE "article_mirrors" (
	"article_id" integer NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"version" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"updated_at" timestamp with time zone NOT NULL,
	"status" text,
	"article_return_id" integer,
	"leased_until" timestamp with time zone,
	CONSTRAINT "article_mirrors_article_id_target_pk" PRIMARY KEY("article_id","target")
);--> statement-breakpoint
CREATE TABLE "article_overrides" (
	"article_id" integer NOT NULL,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_overrides_article_id_rule_subject_pk" PRIMARY KEY("article_id","rule","subject")
);--> statement-breakpoint
CREATE TABLE "article_posts" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"wordpress_id" integer NOT NULL,
	"state" text NOT NULL,
	"url" text,
	"since" timestamp with time zone NOT NULL,
	"written" jsonb,
	"choices" jsonb,
	"moved_from" text
);--> statement-breakpoint
CREATE TABLE "article_renewals" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"wordpress_id" integer NOT NULL,
	"seen" jsonb,
	"seen_at" timestamp with time zone,
	"before" jsonb,
	"after" jsonb,
	"written_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "article_versions" (
	"article_id" integer NOT NULL,
	"version" integer NOT NULL,
	"user_id" integer,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_versions_article_id_version_pk" PRIMARY KEY("article_id","version")
);--> statement-breakpoint
CREATE TABLE "article_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"article_id" integer NOT NULL,
	"user_id" integer,
	"action" text NOT NULL,
	"comment" text,
	"is_self" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "article_faqs" (
	"article_id" integer NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	CONSTRAINT "article_faqs_article_id_position_pk" PRIMARY KEY("article_id","position")
);--> statement-breakpoint
CREATE TABLE "article_keywords" (
	"article_id" integer NOT NULL,
	"keyword_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "article_keywords_article_id_keyword_id_pk" PRIMARY KEY("article_id","keyword_id")
);--> statement-breakpoint
CREATE TABLE "article_products" (
	"product_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_products_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"article_id" integer NOT NULL,
	"position" integer NOT NULL,
	"asin" text NOT NULL,
	"name" text NOT NULL,
	"award" text NOT NULL,
	"summary" text
);--> statement-breakpoint
CREATE TABLE "article_returns" (
	"article_return_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_returns_article_return_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"article_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"complement" text,
	"article_version" integer
);--> statement-breakpoint
CREATE TABLE "articles" (
	"article_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_article_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"status" text NOT NULL,
	"image_url" text,
	"intro" text,
	"notes" text,
	"site_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"qa_user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asana_url" text,
	"gid" text,
	"asana_section" text,
	"wordpress_id" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"revises_id" integer,
	CONSTRAINT "articles_status_known" CHECK ("articles"."status" in ('draft', 'requested', 'approved', 'rejected', 'returned', 'canceled', 'published'))
);--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" integer,
	"actor_name" text NOT NULL,
	"role_id" text,
	"address" text,
	"request_id" text,
	"act" text NOT NULL,
	"noun" text NOT NULL,
	"noun_id" text,
	"label" text,
	"before" jsonb,
	"after" jsonb
);--> statement-breakpoint
CREATE TABLE "board_comments" (
	"comment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "board_comments_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_gid" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"key" text
);--> statement-breakpoint
CREATE TABLE "board_sections" (
	"gid" text PRIMARY KEY NOT NULL,
	"board_gid" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "board_subscriptions" (
	"gid" text PRIMARY KEY NOT NULL,
	"board_gid" text NOT NULL,
	"target" text NOT NULL,
	"secret" text NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "board_tasks" (
	"gid" text PRIMARY KEY NOT NULL,
	"board_gid" text NOT NULL,
	"section_gid" text NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"priority" text,
	"is_completed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"modified_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "bot_chats" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "bot_messages" (
	"message_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bot_messages_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot_id" text NOT NULL,
	"author" text NOT NULL,
	"message" text NOT NULL,
	"error" text,
	"options" jsonb NOT NULL,
	"product" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bot_messages_author" CHECK ("bot_messages"."author" in ('bot', 'user'))
);--> statement-breakpoint
CREATE TABLE "catalog_goods" (
	"asin" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"brand" text NOT NULL,
	"categories" jsonb NOT NULL,
	"features" jsonb NOT NULL,
	"info" jsonb NOT NULL,
	"image_url" text,
	"list_price" integer NOT NULL,
	"out_of_stock_days" integer NOT NULL,
	"rating" integer NOT NULL,
	"review_count" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "catalog_readings" (
	"asin" text PRIMARY KEY NOT NULL,
	"item" jsonb,
	"is_invalid" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text
);--> statement-breakpoint
CREATE TABLE "commission_categories" (
	"commission_category_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_categories_commission_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"rate" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "commission_categories_rate" CHECK ("commission_categories"."rate" between 0 and 10000)
);--> statement-breakpoint
CREATE TABLE "content_earnings" (
	"content_post_id" integer NOT NULL,
	"week_start" date NOT NULL,
	"cents" bigint NOT NULL,
	"days" bigint[],
	CONSTRAINT "content_earnings_content_post_id_week_start_pk" PRIMARY KEY("content_post_id","week_start")
);--> statement-breakpoint
CREATE TABLE "content_posts" (
	"content_post_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_posts_content_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"post_id" text NOT NULL,
	"title" text NOT NULL,
	"published_at" timestamp with time zone,
	"modified_at" timestamp with time zone,
	"permalink" text,
	"article_id" integer,
	"focus_keyword" text,
	"picture_url" text,
	"tracking_id" text,
	"source" text NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"earnings_30d" bigint,
	"earnings_4w" bigint DEFAULT 0 NOT NULL,
	"earnings_4w_before" bigint DEFAULT 0 NOT NULL,
	"flags" smallint DEFAULT 0 NOT NULL,
	"gone_at" timestamp with time zone,
	"keyword_identity" text GENERATED ALWAYS AS (lower(normalize(btrim(regexp_replace(coalesce(focus_keyword, ''), '\s+', ' ', 'g')), NFC))) STORED NOT NULL,
	"keyword_chosen_at" timestamp with time zone,
	"clicks_30d" integer,
	"clicks_until" date,
	"clicks_before" integer,
	"products_out" smallint DEFAULT 0 NOT NULL,
	"age_points" smallint DEFAULT 0 NOT NULL,
	"share_now" smallint,
	"share_before" smallint,
	"refresh" smallint GENERATED ALWAYS AS ((case when earnings_4w_before - earnings_4w >= 2000 and earnings_4w_before > 0 then least(30, 90 * (earnings_4w_before - earnings_4w)::bigint / (earnings_4w_before)) else 0 end + case when products_out >= 1 and cardinality(asins) > 0 then least(25, 75 * (products_out)::bigint / (cardinality(asins))) else 0 end + age_points + case when focus_keyword is null then 10 else case when share_before - share_now >= 1 and 100 > 0 then least(15, 45 * (share_before - share_now)::bigint / (100)) else 0 end end + case when clicks_before - clicks_30d >= 10 and clicks_before > 0 then least(15, 45 * (clicks_before - clicks_30d)::bigint / (clicks_before)) else 0 end)::smallint) STORED NOT NULL,
	"update_article_id" integer,
	"update_renews" text,
	CONSTRAINT "content_posts_renews_known" CHECK ("content_posts"."update_renews" in ('post', 'another'))
);--> statement-breakpoint
CREATE TABLE "content_products" (
	"content_post_id" integer NOT NULL,
	"asin" text NOT NULL,
	"position" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"award" text DEFAULT '' NOT NULL,
	"image_url" text,
	CONSTRAINT "content_products_content_post_id_asin_pk" PRIMARY KEY("content_post_id","asin")
);--> statement-breakpoint
CREATE TABLE "product_earnings" (
	"content_post_id" integer NOT NULL,
	"asin" text NOT NULL,
	"week_start" date NOT NULL,
	"cents" bigint NOT NULL,
	"days" bigint[],
	CONSTRAINT "product_earnings_content_post_id_asin_week_start_pk" PRIMARY KEY("content_post_id","asin","week_start")
);--> statement-breakpoint
CREATE TABLE "site_earnings" (
	"site_id" integer NOT NULL,
	"week_start" date NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "site_earnings_site_id_week_start_pk" PRIMARY KEY("site_id","week_start")
);--> statement-breakpoint
CREATE TABLE "stock_risks" (
	"asin" text NOT NULL,
	"content_post_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"site_id" integer NOT NULL,
	"stock" text NOT NULL,
	"stock_since" timestamp with time zone,
	"cents" double precision,
	"is_estimated" boolean NOT NULL,
	CONSTRAINT "stock_risks_asin_content_post_id_pk" PRIMARY KEY("asin","content_post_id")
);--> statement-breakpoint
CREATE TABLE "console_attempts" (
	"attempt_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_attempts_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"statement" text NOT NULL,
	"purpose" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"milliseconds" integer,
	"rows" integer,
	"error" text
);--> statement-breakpoint
CREATE TABLE "console_queries" (
	"query_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_queries_query_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"statement" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "directory_accounts" (
	"system" text NOT NULL,
	"email" text NOT NULL,
	"handle" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "directory_accounts_system_email_pk" PRIMARY KEY("system","email")
);--> statement-breakpoint
-- Export pieces live for a day and servers announce themselves again: neither needs the write-ahead log.
CREATE UNLOGGED TABLE "export_pieces" (
	"export_id" text NOT NULL,
	"attempt" text NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "export_pieces_export_id_attempt_place_pk" PRIMARY KEY("export_id","attempt","place")
);--> statement-breakpoint
CREATE TABLE "exports" (
	"export_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"attempt" text
);--> statement-breakpoint
CREATE TABLE "feature_flag_changes" (
	"change_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feature_flag_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"feature_flag_id" integer NOT NULL,
	"act" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"user_id" integer,
	"changed_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "feature_flag_reads" (
	"feature_flag" text NOT NULL,
	"day" date NOT NULL,
	"reads" integer NOT NULL,
	CONSTRAINT "feature_flag_reads_feature_flag_day_pk" PRIMARY KEY("feature_flag","day")
);--> statement-breakpoint
CREATE TABLE "feature_flags" (
	"feature_flag_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feature_flags_feature_flag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"feature_flag" text NOT NULL,
	"type" text NOT NULL,
	"value" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" integer,
	"archived_at" timestamp with time zone,
	CONSTRAINT "feature_flags_feature_flag_unique" UNIQUE("feature_flag")
);--> statement-breakpoint
CREATE TABLE "game_answers" (
	"game" text NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_answers_game_day_pk" PRIMARY KEY("game","day")
);--> statement-breakpoint
CREATE TABLE "game_runs" (
	"game_run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "game_runs_game_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"asked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"failure" text
);--> statement-breakpoint
CREATE TABLE "google_sheets" (
	"google_sheet_table_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "google_sheets_google_sheet_table_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"google_sheet_id" text NOT NULL,
	"site_id" integer NOT NULL,
	"asana_board_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "sheet_syncs" (
	"sheet_sync_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sheet_syncs_sheet_sync_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"google_sheet_table_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault_count" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"mark" text,
	"shown" text[]
);--> statement-breakpoint
CREATE TABLE "sheet_tasks" (
	"google_sheet_table_id" integer NOT NULL,
	"gid" text NOT NULL,
	CONSTRAINT "sheet_tasks_google_sheet_table_id_gid_pk" PRIMARY KEY("google_sheet_table_id","gid")
);--> statement-breakpoint
CREATE TABLE "gsc_ignored_posts" (
	"site_id" integer NOT NULL,
	"post_id" text NOT NULL,
	"title" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gsc_ignored_posts_site_id_post_id_pk" PRIMARY KEY("site_id","post_id")
);--> statement-breakpoint
CREATE TABLE "gsc_keyword_actions" (
	"action_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gsc_keyword_actions_action_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"post_id" text NOT NULL,
	"title" text NOT NULL,
	"action" text NOT NULL,
	"keyword_before" text,
	"keyword_after" text,
	"state" text NOT NULL,
	"error" text,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "excluded_words" (
	"word" text PRIMARY KEY NOT NULL
);--> statement-breakpoint
CREATE TABLE "keyword_change_parts" (
	"change_id" integer NOT NULL,
	"value_id" integer NOT NULL,
	"kind" text NOT NULL,
	"is_added" boolean NOT NULL,
	"keyword_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"tracked_since" timestamp with time zone[],
	"slice" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "keyword_change_parts_change_id_slice_kind_value_id_is_added_pk" PRIMARY KEY("change_id","slice","kind","value_id","is_added")
);--> statement-breakpoint
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
	"undone_at" timestamp with time zone,
	"slices" integer DEFAULT 1 NOT NULL,
	"slices_done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"undoes" integer,
	"is_forgotten" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "keyword_comments" (
	"comment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keyword_comments_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"keyword_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"comment" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "keyword_counts" (
	"kind" text NOT NULL,
	"value_id" integer NOT NULL,
	"is_tracked" boolean NOT NULL,
	"keywords" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "keywords" (
	"keyword_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "keywords_keyword_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"keyword" text NOT NULL,
	"identity" text NOT NULL,
	"is_tracked" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tracked_since" timestamp with time zone DEFAULT now(),
	"tag_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"site_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"article_statuses" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);--> statement-breakpoint
CREATE TABLE "saved_views" (
	"view_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_team" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "starts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"screen" text NOT NULL,
	"view_id" integer
);--> statement-breakpoint
CREATE TABLE "tags" (
	"tag_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tags_tag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tag" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "market_answers" (
	"question" text PRIMARY KEY NOT NULL,
	"answer" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "market_keywords" (
	"market_keyword_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "market_keywords_market_keyword_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"country" text NOT NULL,
	"name" text NOT NULL,
	"identity" text NOT NULL,
	"category" text NOT NULL,
	"volume" integer NOT NULL,
	"monthly_trend" real,
	"quarterly_trend" real,
	"competition" smallint,
	"score" smallint DEFAULT 0 NOT NULL,
	"units_sold" integer,
	"price" integer,
	"seasonality" smallint,
	"peak_week" smallint,
	"demand" text,
	"is_top_brand" boolean DEFAULT false NOT NULL,
	"asins" text[] DEFAULT '{}'::text[] NOT NULL,
	"model" jsonb,
	"read_at" timestamp with time zone NOT NULL,
	"detailed_at" timestamp with time zone,
	"opened_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "notices" (
	"notice_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"article_id" integer,
	"actor_id" integer,
	"words" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"keyword_id" integer,
	"comment_id" integer,
	"about" jsonb
);--> statement-breakpoint
CREATE TABLE "offboarding_runs" (
	"run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offboarding_runs_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text,
	"github" text,
	"manager" text,
	"heir_id" integer,
	"user_id" integer NOT NULL,
	"acting_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"handed_over" jsonb,
	"second_look_at" timestamp with time zone,
	"second_looked_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "offboarding_systems" (
	"run_id" integer NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"detail" text NOT NULL,
	"account" text,
	"began_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"later_state" text,
	"later_detail" text,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "offboarding_systems_run_id_operation_pk" PRIMARY KEY("run_id","operation"),
	CONSTRAINT "offboarding_systems_state_known" CHECK ("offboarding_systems"."state" in ('waiting', 'running', 'revoked', 'inactive', 'refused', 'failed'))
);--> statement-breakpoint
CREATE TABLE "port_checks" (
	"port" text PRIMARY KEY NOT NULL,
	"adapter" text NOT NULL,
	"ok" boolean NOT NULL,
	"detail" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "vendor_calls" (
	"system" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "vendor_calls_system_day_pk" PRIMARY KEY("system","day")
);--> statement-breakpoint
CREATE TABLE "vendor_pauses" (
	"account" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "planned_keywords" (
	"plan_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planned_keywords_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"name" text NOT NULL,
	"identity" text NOT NULL,
	"site_id" integer NOT NULL,
	"month" date NOT NULL,
	"publish_by" date,
	"peak_on" date,
	"user_id" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "planned_keywords_month_begins" CHECK (extract(day from "planned_keywords"."month") = 1)
);--> statement-breakpoint
CREATE TABLE "site_posts" (
	"post_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_posts_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 40001 CACHE 1),
	"site_id" integer NOT NULL,
	"key" text,
	"status" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"hero_image_url" text,
	"focus_keyword" text,
	"author_name" text,
	"author_description" text,
	"created_at" timestamp with time zone NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "product_counts" (
	"stock" text NOT NULL,
	"products" integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "product_prices" (
	"product_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "product_prices_product_id_created_at_pk" PRIMARY KEY("product_id","created_at")
);--> statement-breakpoint
CREATE TABLE "product_stocks" (
	"product_stock_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_stocks_product_stock_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"stock" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "products" (
	"product_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"asin" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"image_url" text,
	"stock" text DEFAULT 'NOT_SCANNED' NOT NULL,
	"stock_since" timestamp with time zone,
	"scanned_at" timestamp with time zone,
	"award" text DEFAULT '' NOT NULL,
	"article_count" integer DEFAULT 0 NOT NULL,
	"earnings_30d" bigint,
	"seen_stock" text,
	"seen_at" timestamp with time zone,
	CONSTRAINT "products_stock_known" CHECK ("products"."stock" in ('NOT_SCANNED', 'INVALID_ASIN', 'IN_STOCK', 'OUT_OF_STOCK'))
);--> statement-breakpoint
CREATE TABLE "stock_scan_items" (
	"stock_scan_id" integer NOT NULL,
	"place" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "stock_scan_items_stock_scan_id_place_pk" PRIMARY KEY("stock_scan_id","place")
);--> statement-breakpoint
CREATE TABLE "stock_scans" (
	"stock_scan_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_scans_stock_scan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"user_id" integer,
	"filter" jsonb,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"scanned" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"went_out" integer DEFAULT 0 NOT NULL,
	"came_back" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "replacement_markups" (
	"replacement_place_id" integer PRIMARY KEY NOT NULL,
	"content_post_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);--> statement-breakpoint
CREATE TABLE "replacement_places" (
	"replacement_place_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replacement_places_replacement_place_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"replacement_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"article_id" integer,
	"version" integer,
	"status" text,
	"title" text NOT NULL,
	"site_id" integer NOT NULL,
	"url" text,
	"award" text NOT NULL,
	"mode" text,
	"before" jsonb,
	"after" jsonb,
	"doubt" text,
	"mentions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result_id" integer,
	"result_version" integer,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	"writing" text,
	CONSTRAINT "replacement_places_writing_known" CHECK ("replacement_places"."writing" in ('begun', 'told'))
);--> statement-breakpoint
CREATE TABLE "replacements" (
	"replacement_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replacements_replacement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"old_asin" text NOT NULL,
	"old_name" text NOT NULL,
	"new_asin" text NOT NULL,
	"new_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"acting_id" integer,
	"request_id" text,
	"address" text,
	CONSTRAINT "replacements_state_known" CHECK ("replacements"."state" in ('prepared', 'applying', 'applied', 'undoing', 'undone'))
);--> statement-breakpoint
CREATE TABLE "gsc_left_rivalries" (
	"query" text NOT NULL,
	"rivals" integer[] NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gsc_left_rivalries_query_rivals_pk" PRIMARY KEY("query","rivals")
);--> statement-breakpoint
CREATE TABLE "scan_alarms" (
	"function_id" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "scan_runs" (
	"scan_run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_runs_scan_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"function_id" text NOT NULL,
	"status" text NOT NULL,
	"items" jsonb NOT NULL,
	"took" integer NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"user_id" integer
);--> statement-breakpoint
CREATE TABLE "search_tasks" (
	"search_task_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_tasks_search_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"content_post_id" integer NOT NULL,
	"query" text NOT NULL,
	"list" text NOT NULL,
	"aim" text NOT NULL,
	"name" text NOT NULL,
	"notes" text NOT NULL,
	"state" text NOT NULL,
	"gid" text,
	"url" text,
	"error" text,
	"user_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"wish" integer DEFAULT 1 NOT NULL
);--> statement-breakpoint
CREATE TABLE "invented_searches" (
	"page_id" integer NOT NULL,
	"query_id" integer NOT NULL,
	"daily" real NOT NULL,
	"growth" real NOT NULL,
	"peak" smallint NOT NULL,
	"position" real NOT NULL,
	"position_before" real NOT NULL,
	"ctr" real NOT NULL,
	"rivals" smallint DEFAULT 1 NOT NULL,
	"turn" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "invented_searches_page_id_query_id_pk" PRIMARY KEY("page_id","query_id")
);--> statement-breakpoint
CREATE TABLE "search_best" (
	"content_post_id" integer NOT NULL,
	"period" smallint NOT NULL,
	"site_id" integer NOT NULL,
	"query" text NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	CONSTRAINT "search_best_period_content_post_id_pk" PRIMARY KEY("period","content_post_id")
);--> statement-breakpoint
CREATE TABLE "search_days" (
	"site_id" integer NOT NULL,
	"day" date NOT NULL,
	"rows" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_days_site_id_day_pk" PRIMARY KEY("site_id","day")
);--> statement-breakpoint
CREATE TABLE "search_pages" (
	"page_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_pages_page_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"address" text NOT NULL,
	"content_post_id" integer
);--> statement-breakpoint
CREATE TABLE "search_queries" (
	"query_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_queries_query_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"query" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "search_query_totals" (
	"period" smallint NOT NULL,
	"query_id" integer NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	"is_named" boolean NOT NULL,
	"posts" integer NOT NULL,
	"best_post_id" integer NOT NULL,
	"rivals" integer[],
	"rival_sites" integer[],
	"strongest" real,
	"lost" integer,
	CONSTRAINT "search_query_totals_period_query_id_pk" PRIMARY KEY("period","query_id")
);--> statement-breakpoint
CREATE TABLE "search_rows" (
	"page_id" integer NOT NULL,
	"query_id" integer NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	CONSTRAINT "search_rows_page_id_query_id_day_pk" PRIMARY KEY("page_id","query_id","day")
);--> statement-breakpoint
CREATE TABLE "search_totals" (
	"content_post_id" integer NOT NULL,
	"period" smallint NOT NULL,
	"query_id" integer NOT NULL,
	"clicks" integer NOT NULL,
	"impressions" integer NOT NULL,
	"position" real NOT NULL,
	CONSTRAINT "search_totals_content_post_id_period_query_id_pk" PRIMARY KEY("content_post_id","period","query_id")
);--> statement-breakpoint
CREATE TABLE "collection_items" (
	"day" date NOT NULL,
	"keyword_id" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_items_day_keyword_id_pk" PRIMARY KEY("day","keyword_id")
);--> statement-breakpoint
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
	"last_is_winning" boolean DEFAULT false NOT NULL,
	"is_tracked" boolean DEFAULT true NOT NULL,
	"moved_on" date GENERATED ALWAYS AS (moved_on(last_day, seen, won)) STORED,
	"days_7" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 121 >> (last_day - as_of)))::smallint) STORED,
	"days_30" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 98 >> (last_day - as_of)))::smallint) STORED,
	"days_90" smallint GENERATED ALWAYS AS (bit_count(seen & ((~0::bit(128)) << 38 >> (last_day - as_of)))::smallint) STORED
);--> statement-breakpoint
CREATE TABLE "publisher_days" (
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"keywords" integer NOT NULL,
	CONSTRAINT "publisher_days_day_publisher_id_pk" PRIMARY KEY("day","publisher_id")
);--> statement-breakpoint
CREATE TABLE "publishers" (
	"publisher_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "publishers_publisher_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"is_ours" boolean NOT NULL
);--> statement-breakpoint
CREATE TABLE "report_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"winners_size" smallint,
	"surfaces_view" text,
	"oos_group" text
);--> statement-breakpoint
CREATE TABLE "stats" (
	"stat_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stats_stat_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"keyword_id" integer NOT NULL,
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"is_winning" boolean NOT NULL,
	"story_id" integer NOT NULL,
	-- Includes every other column, so that a keyword's calendar is an index-only scan.
	CONSTRAINT "stats_keyword_id_day_publisher_id_pk" PRIMARY KEY("keyword_id","day","publisher_id") INCLUDE ("stat_id","is_winning","story_id")
);--> statement-breakpoint
CREATE TABLE "stories" (
	"story_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stories_story_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"fingerprint" text NOT NULL,
	"title" text NOT NULL,
	"published_date" text,
	"url" text,
	"items" jsonb NOT NULL,
	"last_day" date NOT NULL
);--> statement-breakpoint
CREATE TABLE "tag_days" (
	"tag_id" integer NOT NULL,
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"keywords" integer NOT NULL,
	CONSTRAINT "tag_days_tag_id_day_publisher_id_pk" PRIMARY KEY("tag_id","day","publisher_id")
);--> statement-breakpoint
CREATE TABLE "built_in_sheets" (
	"sheet_id" text PRIMARY KEY NOT NULL,
	"rows" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);--> statement-breakpoint
CREATE TABLE "sites" (
	"site_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sites_site_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"display_name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"url" text NOT NULL,
	"logo_url" text NOT NULL,
	"sandbox" boolean DEFAULT false NOT NULL,
	"asana_gid" text,
	"copyboard_gid" text,
	"affiliate_tag" text,
	"links_products" boolean DEFAULT true NOT NULL,
	"retired_at" timestamp with time zone,
	"changes_live_posts" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "throttle_counts" (
	"throttle_key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "access_steps" (
	"access_step_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_steps_access_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text NOT NULL,
	"step" text NOT NULL,
	"detail" text NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"account" text,
	"run_id" integer
);--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_for" text,
	"last_seen_at" timestamp with time zone,
	"address" text,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"agent" text
);--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"username" text NOT NULL,
	"role_id" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"password_hash" text,
	"sign_in_count" integer DEFAULT 0 NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_username_lower" CHECK ("users"."username" = lower("users"."username")),
	CONSTRAINT "users_role_known" CHECK ("users"."role_id" in ('adm', 'opm', 'qa', 'eng', 'wrt'))
);--> statement-breakpoint
CREATE TABLE "visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"role_id" text NOT NULL,
	"path" text NOT NULL,
	"rest" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_daily" boolean DEFAULT false NOT NULL
);--> statement-breakpoint
CREATE TABLE "warehouse_readings" (
	"account" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"since" timestamp with time zone,
	"started_at" timestamp with time zone,
	"part" text,
	"cursor" jsonb,
	"rows" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"read_for" text DEFAULT '' NOT NULL,
	"read_at" timestamp with time zone,
	"failed_since" timestamp with time zone,
	"failure" text
);--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"delivery_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" text NOT NULL,
	"digest" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone
);--> statement-breakpoint
CREATE TABLE "webhook_subscriptions" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"system" text NOT NULL,
	"resource" text NOT NULL,
	"remote_id" text,
	"state" text NOT NULL,
	"secret" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone,
	"target" text NOT NULL,
	"started_by" integer,
	"refused_count" integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE UNLOGGED TABLE "servers" (
	"server_id" text PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "workspace_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_review_id_access_reviews_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_accounts" ADD CONSTRAINT "access_review_accounts_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_systems" ADD CONSTRAINT "access_review_systems_review_id_access_reviews_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."access_reviews"("review_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD CONSTRAINT "access_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD CONSTRAINT "access_reviews_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adopted_posts" ADD CONSTRAINT "adopted_posts_adoption_id_adoptions_adoption_id_fk" FOREIGN KEY ("adoption_id") REFERENCES "public"."adoptions"("adoption_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adoptions" ADD CONSTRAINT "adoptions_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adoptions" ADD CONSTRAINT "adoptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_answers" ADD CONSTRAINT "alert_answers_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_answers" ADD CONSTRAINT "alert_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_people" ADD CONSTRAINT "alert_people_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_people" ADD CONSTRAINT "alert_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_tellings" ADD CONSTRAINT "alert_tellings_rule_id_alert_rules_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("rule_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answered_calls" ADD CONSTRAINT "answered_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_checklist" ADD CONSTRAINT "article_checklist_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_checklist" ADD CONSTRAINT "article_checklist_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_claims" ADD CONSTRAINT "article_claims_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_claims" ADD CONSTRAINT "article_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_mirrors" ADD CONSTRAINT "article_mirrors_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_overrides" ADD CONSTRAINT "article_overrides_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_overrides" ADD CONSTRAINT "article_overrides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_posts" ADD CONSTRAINT "article_posts_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_renewals" ADD CONSTRAINT "article_renewals_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_versions" ADD CONSTRAINT "article_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_events" ADD CONSTRAINT "article_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_faqs" ADD CONSTRAINT "article_faqs_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_keywords" ADD CONSTRAINT "article_keywords_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_keywords" ADD CONSTRAINT "article_keywords_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_products" ADD CONSTRAINT "article_products_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_returns" ADD CONSTRAINT "article_returns_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_returns" ADD CONSTRAINT "article_returns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_qa_user_id_users_id_fk" FOREIGN KEY ("qa_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_revises_id_articles_article_id_fk" FOREIGN KEY ("revises_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_comments" ADD CONSTRAINT "board_comments_task_gid_board_tasks_gid_fk" FOREIGN KEY ("task_gid") REFERENCES "public"."board_tasks"("gid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_tasks" ADD CONSTRAINT "board_tasks_section_gid_board_sections_gid_fk" FOREIGN KEY ("section_gid") REFERENCES "public"."board_sections"("gid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_chats" ADD CONSTRAINT "bot_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_messages" ADD CONSTRAINT "bot_messages_bot_id_bot_chats_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot_chats"("bot_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_update_article_id_articles_article_id_fk" FOREIGN KEY ("update_article_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_products" ADD CONSTRAINT "content_products_content_post_id_content_posts_content_post_id_fk" FOREIGN KEY ("content_post_id") REFERENCES "public"."content_posts"("content_post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_earnings" ADD CONSTRAINT "site_earnings_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_risks" ADD CONSTRAINT "stock_risks_recommendation_fk" FOREIGN KEY ("content_post_id","asin") REFERENCES "public"."content_products"("content_post_id","asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_attempts" ADD CONSTRAINT "console_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_queries" ADD CONSTRAINT "console_queries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_id_exports_export_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("export_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_flag_changes" ADD CONSTRAINT "feature_flag_changes_feature_flag_id_feature_flags_feature_flag_id_fk" FOREIGN KEY ("feature_flag_id") REFERENCES "public"."feature_flags"("feature_flag_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_flag_changes" ADD CONSTRAINT "feature_flag_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_flags" ADD CONSTRAINT "feature_flags_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_runs" ADD CONSTRAINT "game_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_sheets" ADD CONSTRAINT "google_sheets_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_google_sheet_table_id_google_sheets_google_sheet_table_id_fk" FOREIGN KEY ("google_sheet_table_id") REFERENCES "public"."google_sheets"("google_sheet_table_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_tasks" ADD CONSTRAINT "sheet_tasks_google_sheet_table_id_google_sheets_google_sheet_table_id_fk" FOREIGN KEY ("google_sheet_table_id") REFERENCES "public"."google_sheets"("google_sheet_table_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_ignored_posts" ADD CONSTRAINT "gsc_ignored_posts_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_ignored_posts" ADD CONSTRAINT "gsc_ignored_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_keyword_actions" ADD CONSTRAINT "gsc_keyword_actions_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_keyword_actions" ADD CONSTRAINT "gsc_keyword_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_change_parts" ADD CONSTRAINT "keyword_change_parts_change_id_keyword_changes_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."keyword_changes"("change_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_undoes_keyword_changes_change_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."keyword_changes"("change_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_comments" ADD CONSTRAINT "keyword_comments_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_comments" ADD CONSTRAINT "keyword_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "starts" ADD CONSTRAINT "starts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "starts" ADD CONSTRAINT "starts_view_id_saved_views_view_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("view_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_comment_id_keyword_comments_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."keyword_comments"("comment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_heir_id_users_id_fk" FOREIGN KEY ("heir_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_runs" ADD CONSTRAINT "offboarding_runs_acting_id_users_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offboarding_systems" ADD CONSTRAINT "offboarding_systems_run_id_offboarding_runs_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."offboarding_runs"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_keywords" ADD CONSTRAINT "planned_keywords_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_keywords" ADD CONSTRAINT "planned_keywords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_posts" ADD CONSTRAINT "site_posts_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_stocks" ADD CONSTRAINT "product_stocks_product_id_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_scan_items" ADD CONSTRAINT "stock_scan_items_stock_scan_id_stock_scans_stock_scan_id_fk" FOREIGN KEY ("stock_scan_id") REFERENCES "public"."stock_scans"("stock_scan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_scans" ADD CONSTRAINT "stock_scans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_markups" ADD CONSTRAINT "replacement_markups_place_fk" FOREIGN KEY ("replacement_place_id") REFERENCES "public"."replacement_places"("replacement_place_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_replacement_id_replacements_replacement_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."replacements"("replacement_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_places" ADD CONSTRAINT "replacement_places_result_id_articles_article_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."articles"("article_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_acting_id_users_id_fk" FOREIGN KEY ("acting_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gsc_left_rivalries" ADD CONSTRAINT "gsc_left_rivalries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_runs" ADD CONSTRAINT "scan_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_tasks" ADD CONSTRAINT "search_tasks_content_post_id_content_posts_content_post_id_fk" FOREIGN KEY ("content_post_id") REFERENCES "public"."content_posts"("content_post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_tasks" ADD CONSTRAINT "search_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD CONSTRAINT "invented_searches_page_id_search_pages_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."search_pages"("page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invented_searches" ADD CONSTRAINT "invented_searches_query_id_search_queries_query_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."search_queries"("query_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_days" ADD CONSTRAINT "search_days_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_pages" ADD CONSTRAINT "search_pages_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_pages" ADD CONSTRAINT "search_pages_content_post_id_content_posts_content_post_id_fk" FOREIGN KEY ("content_post_id") REFERENCES "public"."content_posts"("content_post_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_days" ADD CONSTRAINT "keyword_days_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_days" ADD CONSTRAINT "keyword_days_last_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("last_publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publisher_days" ADD CONSTRAINT "publisher_days_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_choices" ADD CONSTRAINT "report_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stats" ADD CONSTRAINT "stats_keyword_id_keywords_keyword_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("keyword_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stats" ADD CONSTRAINT "stats_publisher_id_publishers_publisher_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."publishers"("publisher_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_steps" ADD CONSTRAINT "access_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subscription_id_webhook_subscriptions_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."webhook_subscriptions"("subscription_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_review_accounts_review" ON "access_review_accounts" USING btree ("review_id","reviewed_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_reviews_one" ON "access_reviews" USING btree ((true)) WHERE "access_reviews"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "adopted_posts_outcome" ON "adopted_posts" USING btree ("adoption_id","outcome","post_id");--> statement-breakpoint
CREATE INDEX "adoptions_site" ON "adoptions" USING btree ("site_id","adoption_id");--> statement-breakpoint
CREATE UNIQUE INDEX "adoptions_running" ON "adoptions" USING btree ("site_id") WHERE "adoptions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alert_facts_value" ON "alert_facts" USING btree ("kind","value");--> statement-breakpoint
CREATE INDEX "alert_people_user" ON "alert_people" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_reaches_kind_key" ON "alert_reaches" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "alert_rules_owner" ON "alert_rules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "answered_calls_created" ON "answered_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "article_mirrors_state" ON "article_mirrors" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "article_posts_state" ON "article_posts" USING btree ("state","article_id");--> statement-breakpoint
CREATE INDEX "article_events_article" ON "article_events" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "article_events_out" ON "article_events" USING btree ("created_at") WHERE "article_events"."action" in ('published', 'revised');--> statement-breakpoint
CREATE INDEX "article_keywords_keyword" ON "article_keywords" USING btree ("keyword_id");--> statement-breakpoint
CREATE INDEX "article_products_article" ON "article_products" USING btree ("article_id","position");--> statement-breakpoint
CREATE INDEX "article_products_asin" ON "article_products" USING btree ("asin");--> statement-breakpoint
CREATE INDEX "article_returns_article" ON "article_returns" USING btree ("article_id","article_return_id");--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("created_at","article_id");--> statement-breakpoint
CREATE INDEX "articles_user" ON "articles" USING btree ("user_id","article_id");--> statement-breakpoint
CREATE INDEX "articles_site" ON "articles" USING btree ("site_id","article_id");--> statement-breakpoint
CREATE INDEX "articles_status" ON "articles" USING btree ("status","article_id");--> statement-breakpoint
CREATE INDEX "articles_title_read" ON "articles" USING btree (lower("title" collate "und-x-icu"),"article_id");--> statement-breakpoint
CREATE INDEX "articles_title" ON "articles" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "articles_task" ON "articles" USING btree ("gid");--> statement-breakpoint
CREATE INDEX "articles_post" ON "articles" USING btree ("site_id","wordpress_id");--> statement-breakpoint
CREATE UNIQUE INDEX "articles_one_revision" ON "articles" USING btree ("revises_id") WHERE "articles"."status" in ('draft', 'requested', 'returned');--> statement-breakpoint
CREATE INDEX "articles_revisions" ON "articles" USING btree ("revises_id","article_id");--> statement-breakpoint
CREATE INDEX "audit_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_noun" ON "audit_entries" USING btree ("noun","noun_id","id");--> statement-breakpoint
CREATE INDEX "audit_act" ON "audit_entries" USING btree ("act","id");--> statement-breakpoint
CREATE INDEX "board_comments_task" ON "board_comments" USING btree ("task_gid","comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "board_comments_key" ON "board_comments" USING btree ("task_gid","key");--> statement-breakpoint
CREATE UNIQUE INDEX "board_sections_name" ON "board_sections" USING btree ("board_gid","name");--> statement-breakpoint
CREATE UNIQUE INDEX "board_tasks_key" ON "board_tasks" USING btree ("board_gid","key");--> statement-breakpoint
CREATE INDEX "board_tasks_section" ON "board_tasks" USING btree ("section_gid","modified_at");--> statement-breakpoint
CREATE INDEX "board_tasks_name" ON "board_tasks" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bot_chats_created" ON "bot_chats" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bot_messages_chat" ON "bot_messages" USING btree ("bot_id","message_id");--> statement-breakpoint
CREATE INDEX "catalog_goods_title" ON "catalog_goods" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "catalog_readings_shelf" ON "catalog_readings" USING btree (("item" -> 'categories' ->> -1));--> statement-breakpoint
CREATE UNIQUE INDEX "commission_categories_name" ON "commission_categories" USING btree (lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX "content_posts_site_post_key" ON "content_posts" USING btree ("site_id","post_id");--> statement-breakpoint
CREATE INDEX "content_posts_earnings" ON "content_posts" USING btree ("earnings_30d" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_site_earnings" ON "content_posts" USING btree ("site_id","earnings_30d" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_clicks" ON "content_posts" USING btree ("clicks_30d" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_refresh" ON "content_posts" USING btree ("refresh" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_change" ON "content_posts" USING btree ((case when earnings_4w_before > 0 then (earnings_4w - earnings_4w_before)::float8 / earnings_4w_before end) desc nulls last,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_keyword" ON "content_posts" USING btree ("keyword_identity") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_published" ON "content_posts" USING btree ("published_at" DESC NULLS LAST,"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_title_read" ON "content_posts" USING btree (lower("title" collate "und-x-icu"),"content_post_id") WHERE "content_posts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_title" ON "content_posts" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "content_posts_asins" ON "content_posts" USING gin ("asins");--> statement-breakpoint
CREATE INDEX "content_posts_article" ON "content_posts" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "content_posts_update" ON "content_posts" USING btree ("update_article_id") WHERE "content_posts"."update_article_id" is not null;--> statement-breakpoint
CREATE INDEX "content_products_asin" ON "content_products" USING btree ("asin");--> statement-breakpoint
CREATE INDEX "product_earnings_asin" ON "product_earnings" USING btree ("asin","week_start");--> statement-breakpoint
CREATE INDEX "console_attempts_user" ON "console_attempts" USING btree ("user_id","attempt_id");--> statement-breakpoint
CREATE INDEX "console_attempts_age" ON "console_attempts" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "exports_user" ON "exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "feature_flag_changes_flag" ON "feature_flag_changes" USING btree ("feature_flag_id","change_id");--> statement-breakpoint
CREATE UNIQUE INDEX "google_sheets_link" ON "google_sheets" USING btree ("google_sheet_id","asana_board_id") WHERE "google_sheets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sheet_syncs_link" ON "sheet_syncs" USING btree ("google_sheet_table_id","sheet_sync_id");--> statement-breakpoint
CREATE INDEX "gsc_ignored_posts_created" ON "gsc_ignored_posts" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "gsc_keyword_actions_created" ON "gsc_keyword_actions" USING btree ("created_at" DESC NULLS LAST,"action_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "gsc_keyword_actions_pending" ON "gsc_keyword_actions" USING btree ("site_id","post_id") WHERE "gsc_keyword_actions"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "keyword_change_parts_value" ON "keyword_change_parts" USING btree ("kind","value_id","change_id");--> statement-breakpoint
CREATE INDEX "keyword_changes_user" ON "keyword_changes" USING btree ("user_id","applied_at" DESC NULLS LAST,"change_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "keyword_changes_applied" ON "keyword_changes" USING btree ("applied_at" DESC NULLS LAST,"change_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "keyword_changes_undoes" ON "keyword_changes" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "keyword_comments_keyword" ON "keyword_comments" USING btree ("keyword_id","comment_id");--> statement-breakpoint
CREATE INDEX "keyword_counts_value" ON "keyword_counts" USING btree ("kind","value_id");--> statement-breakpoint
CREATE UNIQUE INDEX "keywords_identity_key" ON "keywords" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "keywords_identity_trigram" ON "keywords" USING gin ("identity" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "keywords_identity_prefix" ON "keywords" USING btree ("identity" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "keywords_created" ON "keywords" USING btree ("created_at","keyword_id");--> statement-breakpoint
CREATE INDEX "keywords_tracked" ON "keywords" USING btree ("created_at","keyword_id") WHERE "keywords"."is_tracked";--> statement-breakpoint
CREATE INDEX "keywords_tracked_words" ON "keywords" USING btree ("identity","keyword_id") WHERE "keywords"."is_tracked";--> statement-breakpoint
CREATE INDEX "keywords_with_articles" ON "keywords" USING btree ("created_at","keyword_id") WHERE "keywords"."article_statuses" <> 0;--> statement-breakpoint
CREATE INDEX "keywords_tags" ON "keywords" USING gin ("tag_ids");--> statement-breakpoint
CREATE INDEX "keywords_sites" ON "keywords" USING gin ("site_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","screen",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_team" ON "saved_views" USING btree ("screen") WHERE "saved_views"."is_team";--> statement-breakpoint
CREATE UNIQUE INDEX "tags_tag_key" ON "tags" USING btree ("tag");--> statement-breakpoint
CREATE UNIQUE INDEX "market_keywords_identity" ON "market_keywords" USING btree ("source","country","identity");--> statement-breakpoint
CREATE INDEX "market_keywords_opened" ON "market_keywords" USING btree ("source","opened_at") WHERE "market_keywords"."opened_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","notice_id");--> statement-breakpoint
CREATE INDEX "notices_keyword" ON "notices" USING btree ("keyword_id") WHERE "notices"."keyword_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_comment" ON "notices" USING btree ("comment_id","user_id") WHERE "notices"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "offboarding_runs_email" ON "offboarding_runs" USING btree ("email","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offboarding_runs_one" ON "offboarding_runs" USING btree ("email") WHERE "offboarding_runs"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "planned_keywords_once" ON "planned_keywords" USING btree ("country","identity","site_id") WHERE "planned_keywords"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "planned_keywords_month" ON "planned_keywords" USING btree ("month","plan_id") WHERE "planned_keywords"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "site_posts_key" ON "site_posts" USING btree ("site_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "site_posts_slug" ON "site_posts" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "site_posts_modified" ON "site_posts" USING btree ("site_id","modified_at");--> statement-breakpoint
CREATE INDEX "product_stocks_product" ON "product_stocks" USING btree ("product_id","created_at","product_stock_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_asin_key" ON "products" USING btree ("asin");--> statement-breakpoint
CREATE INDEX "products_stock" ON "products" USING btree ("stock","product_id");--> statement-breakpoint
CREATE INDEX "products_name_read" ON "products" USING btree (lower("name" collate "und-x-icu"),"product_id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_asin_part" ON "products" USING gin ("asin" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_articles" ON "products" USING btree ("article_count","product_id");--> statement-breakpoint
CREATE INDEX "products_earnings" ON "products" USING btree ("earnings_30d" DESC NULLS LAST,"product_id");--> statement-breakpoint
CREATE INDEX "products_unsettled" ON "products" USING btree ("seen_at") WHERE "products"."seen_stock" is not null;--> statement-breakpoint
CREATE INDEX "stock_scans_running" ON "stock_scans" USING btree ("stock_scan_id") WHERE "stock_scans"."state" = 'running';--> statement-breakpoint
CREATE INDEX "stock_scans_day" ON "stock_scans" USING btree ("kind","day");--> statement-breakpoint
CREATE UNIQUE INDEX "replacement_places_position" ON "replacement_places" USING btree ("replacement_id","position");--> statement-breakpoint
CREATE INDEX "replacement_places_article" ON "replacement_places" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "replacement_places_result" ON "replacement_places" USING btree ("result_id");--> statement-breakpoint
CREATE INDEX "replacements_made" ON "replacements" USING btree ("applied_at","replacement_id");--> statement-breakpoint
CREATE INDEX "replacements_user" ON "replacements" USING btree ("user_id","applied_at","replacement_id");--> statement-breakpoint
CREATE INDEX "replacements_old" ON "replacements" USING btree ("old_asin");--> statement-breakpoint
CREATE INDEX "scan_runs_function" ON "scan_runs" USING btree ("function_id","scan_run_id");--> statement-breakpoint
CREATE INDEX "scan_runs_ran" ON "scan_runs" USING btree ("ran_at");--> statement-breakpoint
CREATE UNIQUE INDEX "search_tasks_proposal" ON "search_tasks" USING btree ("content_post_id","list","query");--> statement-breakpoint
CREATE INDEX "search_tasks_user" ON "search_tasks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_best_clicks" ON "search_best" USING btree ("period","clicks" DESC NULLS LAST,"content_post_id") WHERE "search_best"."clicks" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "search_pages_address_key" ON "search_pages" USING btree ("site_id","address");--> statement-breakpoint
CREATE INDEX "search_pages_post" ON "search_pages" USING btree ("content_post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "search_queries_key" ON "search_queries" USING btree ("query");--> statement-breakpoint
CREATE INDEX "search_query_totals_seen" ON "search_query_totals" USING btree ("period","impressions" DESC NULLS LAST,"query_id");--> statement-breakpoint
CREATE INDEX "search_query_totals_lost" ON "search_query_totals" USING btree ("period","lost" DESC NULLS LAST,"query_id") WHERE "search_query_totals"."rivals" is not null;--> statement-breakpoint
CREATE INDEX "search_rows_day" ON "search_rows" USING brin ("day");--> statement-breakpoint
CREATE INDEX "collection_items_keyword" ON "collection_items" USING btree ("keyword_id");--> statement-breakpoint
CREATE INDEX "collection_items_waiting" ON "collection_items" USING btree ("day","due_at") WHERE "collection_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "keyword_days_moved" ON "keyword_days" USING btree ("moved_on" DESC NULLS LAST,"last_is_winning","rate_30" DESC NULLS LAST,"keyword_id") WHERE "keyword_days"."is_tracked" and "keyword_days"."moved_on" is not null;--> statement-breakpoint
CREATE INDEX "keyword_days_rank_7" ON "keyword_days" USING btree ("rate_7" DESC NULLS LAST,"keyword_id","is_tracked","days_7");--> statement-breakpoint
CREATE INDEX "keyword_days_rank_30" ON "keyword_days" USING btree ("rate_30" DESC NULLS LAST,"keyword_id","is_tracked","days_30");--> statement-breakpoint
CREATE INDEX "keyword_days_rank_90" ON "keyword_days" USING btree ("rate_90" DESC NULLS LAST,"keyword_id","is_tracked","days_90");--> statement-breakpoint
CREATE INDEX "keyword_days_as_of" ON "keyword_days" USING brin ("as_of");--> statement-breakpoint
CREATE UNIQUE INDEX "publishers_name_key" ON "publishers" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "stats_id_key" ON "stats" USING btree ("stat_id");--> statement-breakpoint
CREATE INDEX "stats_day" ON "stats" USING brin ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "stories_fingerprint_key" ON "stories" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "stories_last_day" ON "stories" USING btree ("last_day");--> statement-breakpoint
CREATE INDEX "stories_asins" ON "stories" USING gin (jsonb_path_query_array("items", '$[*].asin'));--> statement-breakpoint
CREATE INDEX "stories_address" ON "stories" USING btree (left("url", 100) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tag_days_day" ON "tag_days" USING brin ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "sites_code_key" ON "sites" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "throttle_counts_until" ON "throttle_counts" USING btree ("until");--> statement-breakpoint
CREATE INDEX "access_steps_email" ON "access_steps" USING btree ("email","access_step_id");--> statement-breakpoint
CREATE INDEX "access_steps_run" ON "access_steps" USING btree ("run_id","access_step_id");--> statement-breakpoint
CREATE INDEX "password_links_user" ON "password_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username");--> statement-breakpoint
CREATE INDEX "visits_newest" ON "visits" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "visits_user" ON "visits" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visits_single" ON "visits" USING btree ("created_at") WHERE not "visits"."is_daily";--> statement-breakpoint
CREATE INDEX "visits_role" ON "visits" USING btree ("role_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_digest" ON "webhook_deliveries" USING btree ("subscription_id","digest");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_subscriptions_resource" ON "webhook_subscriptions" USING btree ("system","resource");--> statement-breakpoint
-- Includes every column that the filters and the order by publish-by date read, so that a page and its total are
-- index-only scans.
CREATE INDEX "market_keywords_ranked" ON "market_keywords" USING btree ("source","country","score" DESC NULLS LAST,"market_keyword_id")
	INCLUDE ("identity","category","volume","monthly_trend","quarterly_trend","competition","units_sold","price","seasonality","is_top_brand","peak_week");--> statement-breakpoint
-- A scan updates each product's scan time: free space in the page makes that a HOT update, which touches no index.
ALTER TABLE "products" SET (fillfactor = 85);--> statement-breakpoint
-- Each piece is written once and read once: compressing it would cost more than the space it takes for a day.
ALTER TABLE "export_pieces" ALTER COLUMN "content" SET STORAGE EXTERNAL;
