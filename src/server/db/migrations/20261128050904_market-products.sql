CREATE TABLE "market_products" (
	"country" text NOT NULL,
	"asin" text NOT NULL,
	"name" text NOT NULL,
	"brand" text,
	"category" text,
	"image_url" text,
	"price" integer,
	"rating" smallint,
	"reviews" integer,
	"sellers" integer,
	"sales" integer,
	"revenue" bigint,
	"listed_on" date,
	"is_available" boolean,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "market_products_country_asin_pk" PRIMARY KEY("country","asin")
);
