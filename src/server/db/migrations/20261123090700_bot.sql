CREATE TABLE "bot_chats" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
);
--> statement-breakpoint
ALTER TABLE "bot_chats" ADD CONSTRAINT "bot_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_messages" ADD CONSTRAINT "bot_messages_bot_id_bot_chats_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot_chats"("bot_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bot_chats_created" ON "bot_chats" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bot_messages_chat" ON "bot_messages" USING btree ("bot_id","message_id");--> statement-breakpoint
CREATE INDEX "articles_title" ON "articles" USING gin ("title" gin_trgm_ops);