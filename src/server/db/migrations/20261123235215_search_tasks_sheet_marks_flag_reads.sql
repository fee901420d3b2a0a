CREATE TABLE "feature_flag_reads" (
	"feature_flag" text NOT NULL,
	"day" date NOT NULL,
	"reads" integer NOT NULL,
	CONSTRAINT "feature_flag_reads_feature_flag_day_pk" PRIMARY KEY("feature_flag","day")
);
--> statement-breakpoint
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
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "search_tasks" ADD CONSTRAINT "search_tasks_content_post_id_content_posts_content_post_id_fk" FOREIGN KEY ("content_post_id") REFERENCES "public"."content_posts"("content_post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_tasks" ADD CONSTRAINT "search_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "search_tasks_proposal" ON "search_tasks" USING btree ("content_post_id","list","query");--> statement-breakpoint
CREATE INDEX "search_tasks_user" ON "search_tasks" USING btree ("user_id");