CREATE TABLE "authorization_records" (
	"model" text NOT NULL,
	"id_hash" text NOT NULL,
	"grant_id" text,
	"payload" jsonb NOT NULL,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "authorization_records_model_id_hash_pk" PRIMARY KEY("model","id_hash")
);
--> statement-breakpoint
CREATE TABLE "connected_assistants" (
	"token_id" integer PRIMARY KEY NOT NULL,
	"grant_id" text NOT NULL,
	"client_id" text NOT NULL,
	"host" text NOT NULL,
	CONSTRAINT "connected_assistants_grant_id_unique" UNIQUE("grant_id")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_kind_known";--> statement-breakpoint
ALTER TABLE "sign_in_rules" ADD COLUMN "assistants" text DEFAULT 'tokens' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_rules" ADD COLUMN "assistant_hosts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "connected_assistants" ADD CONSTRAINT "connected_assistants_token_id_api_tokens_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("token_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "authorization_records_grant" ON "authorization_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "authorization_records_end" ON "authorization_records" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sign_in_rules" ADD CONSTRAINT "sign_in_rules_assistants" CHECK ("sign_in_rules"."assistants" in ('off', 'tokens', 'consent'));--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_kind_known" CHECK ("api_tokens"."kind" in ('personal', 'service', 'assistant'));