CREATE TABLE "article_decisions" (
	"article_decision_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_decisions_article_decision_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"article_id" integer NOT NULL,
	"command" text NOT NULL,
	"user_id" integer NOT NULL,
	"previous_qa_user_id" integer,
	"words" text,
	"article_return_id" integer,
	"decided_at" timestamp with time zone NOT NULL,
	"release_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	CONSTRAINT "article_decisions_state_known" CHECK ("article_decisions"."state" in ('held', 'released', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "article_decisions" ADD CONSTRAINT "article_decisions_article_id_articles_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("article_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_decisions" ADD CONSTRAINT "article_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_decisions" ADD CONSTRAINT "article_decisions_previous_qa_user_id_users_id_fk" FOREIGN KEY ("previous_qa_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_decisions" ADD CONSTRAINT "article_decisions_article_return_id_article_returns_article_return_id_fk" FOREIGN KEY ("article_return_id") REFERENCES "public"."article_returns"("article_return_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "article_decisions_held" ON "article_decisions" USING btree ("article_id") WHERE "article_decisions"."state" = 'held';--> statement-breakpoint
CREATE INDEX "article_decisions_article" ON "article_decisions" USING btree ("article_id");