CREATE TABLE "answered_calls" (
	"user_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"call_key" text NOT NULL,
	"digest" text NOT NULL,
	"made" jsonb,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answered_calls_user_id_endpoint_call_key_pk" PRIMARY KEY("user_id","endpoint","call_key")
);
--> statement-breakpoint
ALTER TABLE "answered_calls" ADD CONSTRAINT "answered_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answered_calls_created" ON "answered_calls" USING btree ("created_at");