// The calls of the test by a client that openapi-generator has generated as the package `docent`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	docent "example.test/docent"
)

func clientOf(origin, token string) *docent.APIClient {
	configuration := docent.NewConfiguration()
	configuration.Servers = docent.ServerConfigurations{{URL: origin}}
	if token != "" {
		configuration.AddDefaultHeader("Authorization", "Bearer "+token)
	}
	return docent.NewAPIClient(configuration)
}

// status is the status of a reply that was read; a reply that the client cannot read is an error beside a good status.
func status(reply *http.Response, err error) any {
	if reply == nil {
		return err.Error()
	}
	if err != nil && reply.StatusCode < 300 {
		return err.Error()
	}
	return reply.StatusCode
}

func main() {
	origin, token := os.Args[1], os.Args[2]
	site, owner := clientOf(origin, ""), clientOf(origin, token)
	ctx := context.Background()
	seen := map[string]any{}

	_, reply, err := site.SystemAPI.RootSystemHealth(ctx).Execute()
	seen["health"] = status(reply, err)
	widget, reply, err := site.WidgetConfigAPI.PublicWidgetConfigRead(ctx).Execute()
	seen["widget"] = status(reply, err)
	if err == nil {
		seen["widget"] = widget.Color
	}
	ask := func(message string) (*docent.ChatReply, *http.Response, error) {
		body := docent.NewChatRequestInput(message)
		return site.ChatAPI.PublicChatAnswer(ctx).ChatRequestInput(*body).Execute()
	}
	answer, reply, err := ask("What does the ferry cost?")
	seen["answer"] = status(reply, err)
	if err == nil {
		seen["answer"] = answer.GetAnswerState()
		titles := []string{}
		for _, one := range answer.Citations {
			titles = append(titles, one.Title)
		}
		seen["sources"] = titles
	}
	_, reply, err = ask(" ")
	seen["blank"] = status(reply, err)
	found, reply, err := site.SearchAPI.PublicSearchKeywordResults(ctx).Keyword("museum").Execute()
	seen["search"] = status(reply, err)
	if err == nil {
		titles := []string{}
		for _, one := range found.Articles {
			titles = append(titles, one.Title)
		}
		seen["search"] = titles
	}
	_, reply, err = site.ConsoleConfigAPI.ConsoleConfigRead(ctx).Execute()
	seen["stranger"] = status(reply, err)
	config, reply, err := owner.ConsoleConfigAPI.ConsoleConfigRead(ctx).Execute()
	seen["colour"] = status(reply, err)
	if err == nil {
		seen["colour"] = config.Chat.WidgetThemeColor
	}
	change := docent.ConfigSaveInput{}
	if err := json.Unmarshal([]byte(`{"chat": {"welcomeMessage": "Ask me."}}`), &change); err != nil {
		seen["change"] = err.Error()
	}
	_, reply, err = owner.ConsoleConfigAPI.ConsoleConfigSave(ctx).ConfigSaveInput(change).Execute()
	seen["saved"] = status(reply, err)
	_, reply, err = owner.ConsoleKnowledgeAPI.ConsoleKnowledgeStats(ctx).Execute()
	seen["stats"] = status(reply, err)
	articles, reply, err := owner.ConsoleKnowledgeAPI.ConsoleKnowledgeArticles(ctx).Page(1).Size(10).Execute()
	seen["articles"] = status(reply, err)
	if err == nil {
		titles := []string{}
		for _, one := range articles.ArticleList.Articles {
			titles = append(titles, one.Title)
		}
		seen["articles"] = titles
	}
	_, reply, err = owner.ConsoleChatLogsAPI.ConsoleChatLogsList(ctx).Page(0).Size(5).AnswerState("answered").Execute()
	seen["logs"] = status(reply, err)
	_, reply, err = owner.ConsoleIntentRoutesAPI.ConsoleIntentRoutesList(ctx).Execute()
	seen["routes"] = status(reply, err)
	_, reply, err = owner.ConsoleUsageAPI.ConsoleUsageToday(ctx).Execute()
	seen["today"] = status(reply, err)
	_, reply, err = owner.ConsoleAccountAPI.ConsoleAccountTokens(ctx).Execute()
	seen["tokens"] = status(reply, err)
	text, _ := json.Marshal(seen)
	fmt.Println(string(text))
}
